from faithsieve.cli.main import COMMANDS, cli
from support.command_line import faithsieve


def test_every_command_of_the_table_loads_and_has_an_example() -> None:
    import click

    def check(command: click.Command | None, name: str) -> None:
        assert command is not None, name
        if isinstance(command, click.Group):
            for part in command.list_commands(click.Context(command)):
                check(command.get_command(click.Context(command), part), f"{name} {part}")
        else:
            assert "Example" in (command.help or ""), name
            assert "\\b" not in (command.help or ""), f"{name} shows a mark meant for click"

    for name in COMMANDS:
        check(cli.get_command(click.Context(cli), name), name)


def test_help_lists_every_command() -> None:
    code, shown, _ = faithsieve("--help")
    assert code == 0
    assert all(f"  {name}" in shown for name in COMMANDS)
