"""A hundred thousand files gone wrong: a plan or a PlanError comes out, and nothing else."""

import json
import random
from collections import Counter
from collections.abc import Iterator

from jsonschema import Draft202012Validator

from planner.core.errors import PlanError
from planner.core.files.planschema import schema
from planner.core.planfile import document_from_plan, plan_from_document, read_plan, write_plan
from tests.core.documents import plan_documents
from tests.core.mutations import mutated, mutated_bytes, random_value
from tests.core.random_plans import random_plan

CHANGED_DOCUMENTS = 20_000
CHANGED_FILES = 70_000
RANDOM_FILES = 10_000


def valid_texts() -> list[str]:
    """Return every plan document of the repository and three hundred random ones, as text."""
    documents = [*plan_documents().values(), *(document_from_plan(random_plan(random.Random(n))) for n in range(300))]
    return [json.dumps(document) for document in documents]


def changed_files() -> Iterator[bytes]:
    """Yield files changed in their bytes, and random JSON."""
    rng = random.Random(2)
    files = [text.encode() for text in valid_texts()]
    for _ in range(CHANGED_FILES):
        yield mutated_bytes(rng, rng.choice(files))
    for _ in range(RANDOM_FILES):
        yield json.dumps(random_value(rng, 5)).encode()


def problem_of(error: PlanError) -> str:
    """Return what is wrong with an error as a message; empty if nothing is."""
    words = str(error)
    return "" if error.problem and len(words) < 400 and words.isprintable() else words


def test_a_changed_document_is_a_plan_that_survives_writing_and_that_the_schema_accepts_or_a_plan_error() -> None:
    rng, texts, accepts = random.Random(1), valid_texts(), Draft202012Validator(schema()).is_valid
    counts = Counter[str]()
    for _ in range(CHANGED_DOCUMENTS):
        document = mutated(rng, rng.choice(texts))
        try:
            plan = plan_from_document(document)
        except PlanError as error:
            counts[problem_of(error) or "refused"] += 1
        else:
            counts["read" if read_plan(write_plan(plan)) == plan and accepts(document) else f"{document}"] += 1
    assert (set(counts), counts.total()) == ({"read", "refused"}, CHANGED_DOCUMENTS)


def test_a_file_changed_in_its_bytes_is_a_plan_or_a_plan_error() -> None:
    counts = Counter[str]()
    for data in changed_files():
        try:
            read_plan(data)
        except PlanError as error:
            counts[problem_of(error) or "refused"] += 1
        else:
            counts["read"] += 1
    assert (set(counts), counts.total()) == ({"read", "refused"}, CHANGED_FILES + RANDOM_FILES)
