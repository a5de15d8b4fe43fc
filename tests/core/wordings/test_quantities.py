"""Numbers as reports say them."""

from datetime import date

from planner.core.wordings.quantities import about, counted, day, mean, of


def test_times_are_rounded_to_what_people_care_about() -> None:
    times_ms = [0, 449, 25_400, 294_600, 1_265_000, 3_900_000, 216_000_000]
    assert [about(ms) for ms in times_ms] == ["0 s", "0.4 s", "25 s", "4 min 55 s", "21 min", "1 h 5 min", "2 d 12 h"]


def test_a_time_below_zero_keeps_its_sign_unless_nothing_is_left_of_it() -> None:
    assert [about(-61_000), about(-1)] == ["−1 min 1 s", "0 s"]


def test_a_count_says_of_how_many() -> None:
    assert [of(45, 127), of(0, 1_000)] == ["45 of 127", "0 of 1,000"]


def test_a_number_agrees_with_its_noun() -> None:
    assert [counted(1, "run"), counted(2_000, "run"), counted(2, "try", "tries")] == ["1 run", "2,000 runs", "2 tries"]


def test_a_mean_has_three_digits() -> None:
    assert [mean(0.4521), mean(12.34), mean(1_204.4), mean(0)] == ["0.452", "12.3", "1,204", "0"]


def test_a_date_is_in_words_whatever_the_locale() -> None:
    assert [day(date(2026, 11, 27)), day(date(2027, 1, 1))] == ["27 November 2026", "1 January 2027"]
