"""The verbs of `manage.py plan`, one to a module, in the order in which they are listed."""

from planner.management.verbs.check import Check
from planner.management.verbs.explore import Explore
from planner.management.verbs.report import ReportVerb
from planner.management.verbs.rules import Rules
from planner.management.verbs.schema import Schema
from planner.management.verbs.simulate import Simulate
from planner.management.verbs.trace import Trace
from planner.management.verbs.verb import Verb

VERBS: tuple[Verb, ...] = (Check(), Simulate(), Explore(), Trace(), ReportVerb(), Schema(), Rules())
