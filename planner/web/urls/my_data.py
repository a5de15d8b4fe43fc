"""What the site keeps of a person; below `my-data/`."""

from django.urls import path

from planner.web.views import my_data

urlpatterns = [
    path("", my_data.page, name="my-data"),
    path("download/", my_data.download, name="my-data-download"),
    path("delete/", my_data.delete, name="my-data-delete"),
]
