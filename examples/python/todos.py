import asyncio

from tapgateway import Call, Provider, ToolError

provider = Provider("todos")
news = provider.stream("todos")
todos: list[str] = []

@provider.tool
def todo_add(text: str) -> list[str]:
    """Adds something to the to-do list."""
    todos.append(text)
    news.keep(f"added: {text}", {"open": len(todos)})
    return todos

@provider.tool
def todo_done(text: str) -> list[str]:
    """Takes something off the to-do list."""
    if text not in todos:
        raise ToolError("NOT_FOUND", f"The list has no '{text}'")
    todos.remove(text)
    (news.surface if todos else news.inject)(f"done: {text}", {"open": len(todos)})
    return todos

@provider.tool(timeout=300)
async def todo_do_all(call: Call) -> str:
    """Does everything on the list, one thing a second."""
    while todos:
        call.progress(f"doing {todos[0]} …")
        await asyncio.sleep(1)
        news.surface(f"done: {todos.pop(0)}")
    return "All done."

provider.run()
