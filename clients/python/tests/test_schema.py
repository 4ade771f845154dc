"""What arguments a tool takes, and how they are checked."""

from __future__ import annotations

import asyncio
import json
import unittest
from pathlib import Path
from typing import Annotated, Any, Literal, Optional, TypedDict

from tapgateway import Call, _schema, _signature

try:
    import pydantic

    class Item(pydantic.BaseModel):
        title: str
        count: int = 1

    class Order(pydantic.BaseModel):
        items: list[Item]

    class Basket(TypedDict, total=False):
        items: list[Item]

except ImportError:
    pydantic = None  # type: ignore[assignment]

CALL: Any = object()
CASES = json.loads((Path(__file__).parents[2] / "schema-cases.json").read_text("utf-8"))


class Point(TypedDict):
    x: Annotated[int, "to the right"]
    y: int


def read(function: Any, **options: Any) -> _signature.Signature:
    return _signature.read(function, options.get("name"), options.get("description"), options.get("parameters"))


class SchemaTest(unittest.TestCase):
    def test_values_fit_or_have_a_problem(self) -> None:
        for case in CASES:
            for value in case.get("fits", []):
                with self.subTest(schema=case["schema"], value=value):
                    _schema.check(case["schema"], value)
            for value, problem in case.get("problems", []):
                with self.subTest(schema=case["schema"], value=value), self.assertRaises(_schema.Misfit) as misfit:
                    _schema.check(case["schema"], value)
                self.assertEqual(problem, str(misfit.exception))

    def test_a_tool_is_what_its_signature_and_docstring_say(self) -> None:
        async def search(
            text: str, call: Call, limit: Annotated[int, "how many"] = 10, kind: Literal["a", "b"] = "a"
        ) -> None:
            """Searches the archive.

            In all of it.

            Args:
                text: what to
                    look for
                kind (str): of what kind

            Returns:
                nothing
            """

        signature = read(search)

        self.assertEqual(("search", "Searches the archive.\n\nIn all of it."), (signature.name, signature.description))
        self.assertEqual(
            {
                "type": "object",
                "properties": {
                    "text": {"type": "string", "description": "what to look for"},
                    "limit": {"type": "integer", "description": "how many", "default": 10},
                    "kind": {"enum": ["a", "b"], "description": "of what kind", "default": "a"},
                },
                "required": ["text"],
                "additionalProperties": False,
            },
            signature.parameters,
        )

    def test_types_have_schemas(self) -> None:
        for hint, schema in [
            (float, {"type": "number"}),
            (Optional[bool], {"anyOf": [{"type": "boolean"}, {"type": "null"}]}),
            (list[str], {"type": "array", "items": {"type": "string"}}),
            (list, {"type": "array", "items": {}}),
            (dict[str, float], {"type": "object", "additionalProperties": {"type": "number"}}),
            (
                Point,
                {
                    "type": "object",
                    "properties": {"x": {"type": "integer", "description": "to the right"}, "y": {"type": "integer"}},
                    "required": ["x", "y"],
                },
            ),
        ]:
            with self.subTest(hint=hint):

                def tool(it: Any) -> None:
                    """Does something."""

                tool.__annotations__["it"] = hint
                self.assertEqual(schema, read(tool).parameters["properties"]["it"])

    def test_arguments_become_what_the_function_takes(self) -> None:
        def tool(
            whole: int, either: int | str, call: Call, rest: list[int] = [], point: Optional[Point] = None  # noqa: B006
        ) -> None:
            """Does something."""

        bound = read(tool).bind({"whole": 3.0, "either": "x", "rest": [1.0], "point": {"x": 1.0, "y": 2, "z": 0}}, CALL)

        point = {"x": 1, "y": 2, "z": 0}
        self.assertEqual({"whole": 3, "either": "x", "rest": [1], "point": point, "call": CALL}, bound)
        self.assertIsInstance(bound["point"]["x"], int)
        self.assertIsInstance(bound["whole"], int)
        self.assertIsInstance(bound["rest"][0], int)
        refused: list[tuple[dict[str, Any], str]] = [
            ({}, "/whole: is missing"),
            ({"whole": 1, "either": None}, "/either: is of none of the types"),
        ]
        for args, problem in refused:
            with self.assertRaisesRegex(_schema.Misfit, problem):
                read(tool).bind(args, CALL)

    def test_a_schema_of_the_authors_own_counts(self) -> None:
        def tool(**args: Any) -> None:
            ...

        signature = read(tool, name="other", description="Does something.", parameters={"required": ["x"]})

        self.assertEqual(("other", {"required": ["x"]}), (signature.name, signature.parameters))
        with self.assertRaisesRegex(_schema.Misfit, "/x: is missing"):
            signature.bind({}, CALL)

    def test_what_a_function_lacks_is_said(self) -> None:
        def silent(name: str) -> None:
            ...

        def untyped(name) -> None:  # type: ignore[no-untyped-def]
            """Greets."""

        def alien(when: asyncio.Event) -> None:
            """Waits."""

        def many(*names: str) -> None:
            """Greets."""

        for function, problem in [
            (silent, "tool 'silent' needs a docstring"),
            (untyped, "parameter 'name' of tool 'untyped' needs a type hint"),
            (alien, "parameter 'when' of tool 'alien' is of type .* which has no JSON form"),
            (many, "parameter 'names' of tool 'many' has no name for the agent"),
        ]:
            with self.subTest(problem=problem), self.assertRaisesRegex(TypeError, problem):
                read(function)


class BaseModel:
    """As models of pydantic 2 look from outside."""

    __module__ = "pydantic.main"

    @classmethod
    def model_json_schema(cls, ref_template: str) -> dict[str, Any]:
        part = {"type": "object", "properties": {"n": {"type": "integer"}}}
        return {
            "type": "object",
            "properties": {"part": {"$ref": ref_template.format(model="Part")}},
            "$defs": {"Part": part},
        }

    @classmethod
    def model_validate(cls, value: Any) -> Any:
        if "part" not in value:
            problem: Any = ValueError("1 validation error")
            problem.errors = lambda: [{"loc": ("part",), "msg": "Field required"}]
            raise problem
        return value["part"]


class SecondModelTest(unittest.TestCase):
    def test_models_of_pydantic_2_are_asked_in_their_own_way(self) -> None:
        class Whole(BaseModel):
            pass

        def tool(it: Any) -> None:
            """Does something."""

        tool.__annotations__["it"] = Whole
        signature = read(tool)

        self.assertEqual({"$ref": "#/$defs/Part"}, signature.parameters["properties"]["part"])
        self.assertEqual({"type": "integer"}, signature.parameters["$defs"]["Part"]["properties"]["n"])
        self.assertEqual(17, signature.bind({"part": 17}, CALL)["it"])
        with self.assertRaisesRegex(_schema.Misfit, "^/part: Field required$"):
            signature.bind({}, CALL)


@unittest.skipIf(pydantic is None, "pydantic is not installed")
class ModelTest(unittest.TestCase):
    def signature(self, hint: Any) -> _signature.Signature:
        def tool(it: Any) -> None:
            """Does something."""

        tool.__annotations__["it"] = hint
        return read(tool)

    def bind(self, hint: Any, args: dict[str, Any]) -> Any:
        return self.signature(hint).bind(args, CALL)["it"]

    def test_the_only_parameter_may_be_a_model_of_all_arguments(self) -> None:
        self.assertEqual(["title"], self.signature(Item).parameters["required"])
        self.assertEqual(Item(title="a", count=2), self.bind(Item, {"title": "a", "count": 2}))
        with self.assertRaisesRegex(_schema.Misfit, "^/title: "):
            self.bind(Item, {})

    def test_models_may_stand_anywhere(self) -> None:
        self.assertEqual([Item(title="a")], self.bind(list[Item], {"it": [{"title": "a"}]}))
        self.assertEqual({"items": [Item(title="a")]}, self.bind(Basket, {"it": {"items": [{"title": "a"}]}}))
        self.assertEqual({"a": None}, self.bind(dict[str, Optional[Item]], {"it": {"a": None}}))
        with self.assertRaisesRegex(_schema.Misfit, "^/it/0/count: "):
            self.bind(list[Item], {"it": [{"title": "a", "count": "many"}]})

    def test_models_in_models_are_described_at_the_root(self) -> None:
        schema = self.signature(list[Order]).parameters

        self.assertEqual({"$ref": "#/$defs/Item"}, schema["properties"]["it"]["items"]["properties"]["items"]["items"])
        self.assertEqual(["title"], schema["$defs"]["Item"]["required"])
        self.assertEqual("a", self.bind(Order, {"items": [{"title": "a"}]}).items[0].title)


if __name__ == "__main__":
    unittest.main()
