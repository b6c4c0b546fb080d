"""A dataset shape of your own: rows ``{"sheet", "exercise", "solution", "mark"}`` of a class."""

from faithsieve.datasets import DatasetShape


class Homework(DatasetShape):
    """``mark`` is ``"ok"`` or the number of the first wrong line, counted from 1."""

    name = "homework"
    fields = ("sheet", "exercise", "solution", "mark")
    telling = frozenset({"exercise", "solution"})
    id_field, problem_field, steps_field = "sheet", "exercise", "solution"

    def gold(self, row, steps):
        """Translate the label; every other field is read and checked by FaithSieve."""
        return "correct" if row["mark"] == "ok" else row["mark"]
