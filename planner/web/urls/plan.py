"""The Plan page and what a person does there; below `plans/<plan_id>/plan/`."""

from django.urls import path

from planner.web.views import checkpoints, plan, resume, steps, variables

STEP = "steps/<slug:step>/"
CHECKPOINT = "checkpoints/<slug:checkpoint>/"

urlpatterns = [
    path("", plan.page, name="plan"),
    path("about/", plan.describe, name="plan-about"),
    path("undo/", plan.undo, name="plan-undo"),
    path("findings/apply/", plan.apply, name="plan-apply"),
    path("model/", plan.show_model, name="plan-model"),
    path("steps/add/", steps.add, name="step-add"),
    path(f"{STEP}edit/", steps.edit, name="step-edit"),
    path(f"{STEP}up/", steps.move_up, name="step-up"),
    path(f"{STEP}to/", steps.move_to, name="step-to"),
    path(f"{STEP}down/", steps.move_down, name="step-down"),
    path(f"{STEP}remove/", steps.remove, name="step-remove"),
    path(f"{STEP}restore/", steps.restore, name="step-restore"),
    path(f"{STEP}mark/", steps.mark, name="step-mark"),
    path(f"{STEP}guard/", steps.guard, name="step-guard"),
    path(f"{STEP}checkpoint/", steps.place_after, name="checkpoint-after"),
    path(f"{STEP}checkpoint-inside/", steps.place_inside, name="checkpoint-inside"),
    path(f"{CHECKPOINT}edit/", checkpoints.edit, name="checkpoint-edit"),
    path(f"{CHECKPOINT}move/", checkpoints.move, name="checkpoint-move"),
    path(f"{CHECKPOINT}remove/", checkpoints.remove, name="checkpoint-remove"),
    path(f"{CHECKPOINT}restore/", checkpoints.restore, name="checkpoint-restore"),
    path(f"{CHECKPOINT}answer/<slug:question>/", checkpoints.answer, name="checkpoint-answer"),
    path("variables/add/", variables.add, name="variable-add"),
    path("variables/edit/", variables.edit, name="variable-edit"),
    path("variables/rename/", variables.rename, name="variable-rename"),
    path("variables/remove/", variables.remove, name="variable-remove"),
    path("variables/restore/", variables.restore, name="variable-restore"),
    path("identity/", resume.identity, name="plan-identity"),
    path("storage/", resume.storage, name="plan-storage"),
    path("resume/", resume.resume, name="plan-resume"),
    path("interruptions/", resume.interruptions, name="plan-interruptions"),
]
