"""What is stored, with its constraints; no rules."""

from planner.models.checkpoint import Answer, Checkpoint, SnapshotVariable
from planner.models.class_job import BundledReport, ClassJob
from planner.models.class_work import ClassWork, RuleInWork, RuleStanding
from planner.models.classroom import Classroom, HandledForm, Invitation, Member, Role, RosterEntry
from planner.models.edit import Edit, HandledRequest
from planner.models.exercise import Exercise
from planner.models.explanation import Explanation
from planner.models.job import Chunk, Job
from planner.models.person import Person
from planner.models.plan import Plan
from planner.models.prediction import Prediction, Reflection
from planner.models.reason import Acceptance, TakenSuggestion
from planner.models.report_link import ReportLink
from planner.models.resume_rule import PlannedCheck
from planner.models.review import Comment, Criterion, Review, Score
from planner.models.reviewing import Assignment, Opened, ReusableComment
from planner.models.simulation_run import SimulationRun
from planner.models.state_item import StateItem
from planner.models.step import PlannedGuard, Step, StepVariable
from planner.models.submission import Submission
from planner.models.user import User

__all__ = [
    "Acceptance",
    "Answer",
    "Assignment",
    "BundledReport",
    "Checkpoint",
    "Chunk",
    "ClassJob",
    "ClassWork",
    "Classroom",
    "Comment",
    "Criterion",
    "Edit",
    "Exercise",
    "Explanation",
    "HandledForm",
    "HandledRequest",
    "Invitation",
    "Job",
    "Member",
    "Opened",
    "Person",
    "Plan",
    "PlannedCheck",
    "PlannedGuard",
    "Prediction",
    "Reflection",
    "ReportLink",
    "ReusableComment",
    "Review",
    "Role",
    "RosterEntry",
    "RuleInWork",
    "RuleStanding",
    "Score",
    "SimulationRun",
    "SnapshotVariable",
    "StateItem",
    "Step",
    "StepVariable",
    "Submission",
    "TakenSuggestion",
    "User",
]
