"""The verbs of `manage.py plan`, one to a module, as COMMANDS lists them."""

from planner.management.verbs.check import Check
from planner.management.verbs.report import ReportVerb
from planner.management.verbs.schema import Schema
from planner.management.verbs.simulate import Simulate
from planner.management.verbs.trace import Trace
from planner.management.verbs.verb import Verb

VERBS: tuple[Verb, ...] = (Check(), Simulate(), Trace(), ReportVerb(), Schema())
