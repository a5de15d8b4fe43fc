"""Lists of learners: read from tables of several kinds, and compared with what is known."""

from uuid import uuid4

import pytest

from planner.core.errors import PlanError
from planner.models import Classroom, Person, User
from planner.services.classes import classrooms, members, roster
from planner.services.classes.roster import Preview, read_roster, write_roster

TWO = [("Kim Lee", "1001"), ("Noor Haddad", "")]


@pytest.mark.parametrize(
    "content",
    [
        "Kim Lee,1001\nNoor Haddad\n",
        "name,number\nKim Lee,1001\nNoor Haddad,\n",
        "Number;Name\r\n1001;Kim Lee\r\n\r\n;Noor Haddad\r\n",
        "student\tid\nKim Lee\t1001\nNoor Haddad\t\n",
        '"Kim Lee", 1001\nNoor Haddad,',
        b"\xef\xbb\xbfName,Number\nKim Lee,1001\nNoor Haddad,",
        "Kim Lee,1001\nNoor Haddad\nNoor Haddad\n",
        'Student,ID,SIS User ID,Section\n    Points Possible,,,\n"Lee, Kim",77,1001,A\n"Haddad, Noor",78,,A\n',
        "First name,Last name,ID number,Email address\nKim,Lee,1001,\nNoor,Haddad,,\n",
        "ID number;Surname;First name\n1001;Lee;Kim\n;Haddad;Noor\n",
    ],
)
def test_names_and_numbers_are_found_in_tables_of_several_kinds(content: str | bytes) -> None:
    assert read_roster(content) == TWO


def test_what_is_written_is_read_again() -> None:
    entries = [('O"Hara, Tess', "7"), ("Kim; Lee", "")]
    assert read_roster(write_roster(entries)) == entries


@pytest.mark.parametrize(
    ("content", "path", "problem"),
    [
        ("name,number\nKim,1\n,2\n", "line 3", "a name is missing"),
        ("Kim,1\nLee,2\nMo,1\n", "line 3", "number 1 stands in line 1 already"),
        (f"{'x' * 201},1", "line 1", "a name has at most 200 characters"),
        (f"Kim,{'1' * 65}", "line 1", "a number has at most 64 characters"),
        ("name,number\n", "", "the list has no names"),
        (" \n", "", "the list has no names"),
        (b"Ren\xe9,1", "", "not UTF-8"),
        ("K\n" * 2_001, "", "at most 2,000 lines"),
        (b"x" * 500_001, "", "at most 500,000 bytes"),
        ("x" * 200_000, "", "no table"),
    ],
)
def test_a_list_that_cannot_be_names_its_line(content: str | bytes, path: str, problem: str) -> None:
    with pytest.raises(PlanError) as refused:
        read_roster(content)
    assert refused.value.path == path
    assert problem in refused.value.problem


@pytest.fixture
def classroom() -> Classroom:
    return classrooms.create(User.objects.create_user("teacher"), name="Spring", key=str(uuid4()))


@pytest.mark.django_db
def test_a_preview_tells_what_is_new_and_what_changes(classroom: Classroom) -> None:
    members.import_roster(classroom, TWO)
    entries = [("Kim Li", "1001"), ("Noor Haddad", ""), ("Mo", "1002"), ("Ann", "")]
    expected = Preview(new=(("Mo", "1002"), ("Ann", "")), renamed=(("Kim Lee", "Kim Li"),), known=1)
    assert roster.preview(classroom, entries) == expected
    assert members.import_roster(classroom, entries) == 2
    assert roster.preview(classroom, entries) == Preview(new=(), renamed=(), known=4)


@pytest.mark.django_db
def test_a_list_ticks_off_who_is_in_already_unless_two_have_the_name(classroom: Classroom) -> None:
    for at, name in enumerate(["kim lee", "Ann", "Ann"]):
        members.join(Person(session_token=f"browser {at}"), classroom, name=name)
    members.import_roster(classroom, [("Kim Lee", "1"), ("Ann", "2")])
    assert [(one.name, one.member and one.member.name) for one in classroom.roster.all()] == [
        ("Ann", None),
        ("Kim Lee", "kim lee"),
    ]
