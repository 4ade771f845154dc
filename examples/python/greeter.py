from tapgateway import Provider

provider = Provider("greeter")

@provider.tool
def greet(name: str) -> str:
    """Greets someone by name."""
    return f"Hello, {name}!"

provider.run()
