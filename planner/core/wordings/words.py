"""What people read for the words of a plan: the everyday word first, the technical term once, in brackets."""

from __future__ import annotations

from planner.core.finding import Severity
from planner.core.vocabulary import (
    Consequence,
    IdentitySource,
    IfUnclear,
    KeySource,
    Kind,
    Loads,
    Question,
    Reply,
    ResumeCheck,
    SingleRunner,
)

KINDS = {
    Kind.READ: "Looks something up",
    Kind.INTERNAL: "The run’s own work",
    Kind.GATE: "A person decides",
    Kind.ACTION: "Changes the outside world",
}

CONSEQUENCES = {
    Consequence.NUISANCE: "a nuisance to repeat",
    Consequence.COSTLY: "costly to repeat",
    Consequence.IRREVERSIBLE: "cannot be undone",
}

KEY_SOURCES = {
    KeySource.STORED: "Made once and stored before acting",
    KeySource.DERIVED: "Made from the data itself, such as an order number",
    KeySource.NEW_EACH_ATTEMPT: "Made anew at each attempt",
}

IDENTITY_SOURCES = {
    IdentitySource.BUSINESS_KEY: "Something from the work itself, such as the number of the week",
    IdentitySource.STORED_ID: "An id that is made once and stored",
    IdentitySource.NEW_EACH_START: "A new id at every start",
    IdentitySource.PROCESS: "The running process or session",
}

SINGLE_RUNNERS = {
    SingleRunner.LOCK: "A lock, held until the run ends",
    SingleRunner.LEASE: "A lease, a lock that runs out by itself",
    SingleRunner.NONE: "Nothing",
}

LOADS = {
    Loads.LATEST_VALID: "The latest snapshot that passes its checks",
    Loads.LATEST: "The latest snapshot, whatever its state",
    Loads.FIRST: "The first snapshot",
    Loads.RESTART: "None: it starts over",
}

RESUME_CHECKS = {
    ResumeCheck.IDENTITY: "Is this the same run?",
    ResumeCheck.LOCK: "Is nobody else running it?",
    ResumeCheck.SNAPSHOT_VALID: "Is the snapshot whole and readable?",
    ResumeCheck.CODE_VERSION: "Are the steps still the same as before the stop?",
    ResumeCheck.ACTION_RECORDS: "What do the action records say is done?",
    ResumeCheck.IN_DOUBT_ACTIONS: "What happened to actions that were begun and not finished?",
    ResumeCheck.APPROVALS_STILL_VALID: "Do earlier decisions of people still hold?",
    ResumeCheck.INPUTS_UNCHANGED: "Are the inputs unchanged?",
}

IF_UNCLEAR = {
    IfUnclear.ASK_PERSON: "It asks a person",
    IfUnclear.STOP: "It stops and says so",
    IfUnclear.CONTINUE: "It goes on anyway",
}

REPLIES = {Reply.YES: "Yes", Reply.NO: "No", Reply.UNSURE: "Not sure"}

QUESTIONS = {
    Question.COMPLETE: "Is everything that the rest of the run needs saved here?",
    Question.CONSISTENT: "Is the state whole here, with no step half done?",
    Question.CONFIRMED: "Is the result of every outside action so far confirmed and recorded?",
    Question.REPEATABLE: "If the run comes back here, can every step after this point safely run again?",
    Question.WORTHWHILE: "Is the work it saves worth the cost of saving?",
}

SEVERITIES = {
    Severity.FIX: "Fix this",
    Severity.THINK: "Think about this",
    Severity.NOTE: "Good to know",
}
