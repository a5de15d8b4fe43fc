"""The words that a plan, and what is expected of it, may use, each a closed list."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What a step does to the world."""

    INTERNAL = "internal"
    READ = "read"
    ACTION = "action"
    GATE = "gate"


class Guard(StrEnum):
    """What keeps an action from being repeated."""

    ACTION_RECORD = "action_record"
    INTENT_RECORD = "intent_record"
    LOOKUP = "lookup"
    HUMAN_GATE = "human_gate"
    IDEMPOTENCY_KEY = "idempotency_key"


class Consequence(StrEnum):
    """How bad a repeat of an action is."""

    NUISANCE = "nuisance"
    COSTLY = "costly"
    IRREVERSIBLE = "irreversible"


class KeySource(StrEnum):
    """Where an idempotency key comes from."""

    STORED = "stored"
    DERIVED = "derived"
    NEW_EACH_ATTEMPT = "new_each_attempt"


class GateWhen(StrEnum):
    """When the person of a human gate is asked."""

    ALWAYS = "always"
    ON_RESUME = "on_resume"


class IdentitySource(StrEnum):
    """What identifies a run."""

    BUSINESS_KEY = "business_key"
    STORED_ID = "stored_id"
    NEW_EACH_START = "new_each_start"
    PROCESS = "process"


class SingleRunner(StrEnum):
    """What stops two resumes at once."""

    LOCK = "lock"
    LEASE = "lease"
    NONE = "none"


class Loads(StrEnum):
    """Which snapshot a resume loads."""

    LATEST_VALID = "latest_valid"
    LATEST = "latest"
    FIRST = "first"
    RESTART = "restart"


class ResumeCheck(StrEnum):
    """What a resume checks before it goes on."""

    IDENTITY = "identity"
    LOCK = "lock"
    SNAPSHOT_VALID = "snapshot_valid"
    CODE_VERSION = "code_version"
    ACTION_RECORDS = "action_records"
    IN_DOUBT_ACTIONS = "in_doubt_actions"
    APPROVALS_STILL_VALID = "approvals_still_valid"
    INPUTS_UNCHANGED = "inputs_unchanged"


class IfUnclear(StrEnum):
    """What a resume does when it cannot tell."""

    ASK_PERSON = "ask_person"
    STOP = "stop"
    CONTINUE = "continue"


class Reply(StrEnum):
    """A learner's answer to one of the five questions."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"


class Question(StrEnum):
    """The five questions that justify a checkpoint, in the order in which they are asked."""

    COMPLETE = "complete"
    CONSISTENT = "consistent"
    CONFIRMED = "confirmed"
    REPEATABLE = "repeatable"
    WORTHWHILE = "worthwhile"


class Often(StrEnum):
    """In how many of the interrupted runs something happens."""

    NEVER = "never"
    FEW = "few"
    HALF = "half"
    MOST = "most"


class Sure(StrEnum):
    """How sure a person is of what they expect."""

    GUESSING = "guessing"
    FAIRLY = "fairly"
    CERTAIN = "certain"
