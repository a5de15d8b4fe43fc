"""Plan files in and out; below `plans/`."""

from django.urls import path

from planner.web.views import plan_files

urlpatterns = [
    path("import/", plan_files.import_plan, name="import-plan"),
    path("<uuid:plan_id>/file/", plan_files.download, name="plan-file"),
]
