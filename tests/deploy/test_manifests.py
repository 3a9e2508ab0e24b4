"""The sample manifests, alert rules and dashboard: what they name exists, and fits together."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from bot.metrics import Metrics
from bot.settings import names

DEPLOY = Path(__file__).parents[2] / "deploy"
OBJECTS: list[dict[str, Any]] = [*yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text())]
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
ALERTS: list[dict[str, Any]] = [
    rule
    for group in yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"]
    for rule in group["rules"]
]
DASHBOARD: dict[str, Any] = json.loads((DEPLOY / "dashboard.json").read_text())


def named(kind: str, name: str) -> dict[str, Any]:
    """The one object of that kind and name."""
    (found,) = [o for o in OBJECTS if o["kind"] == kind and o["metadata"]["name"] == name]
    return found


def environment(container: dict[str, Any]) -> dict[str, Any]:
    """Its variables by name."""
    return {variable["name"]: variable for variable in container["env"]}


def bot_of(deployment: dict[str, Any]) -> dict[str, Any]:
    """Its one container."""
    (container,) = deployment["spec"]["template"]["spec"]["containers"]
    return dict(container)


def check_process(deployment: dict[str, Any], number: str) -> None:
    """That a Deployment is one process, whose pods are nobody else's."""
    variables, spec = environment(bot_of(deployment)), deployment["spec"]
    assert variables["PATIENCE_PROCESS"]["value"] == number
    assert set(variables) <= names()
    assert deployment["metadata"]["name"] == f"patience-{number}"
    wanted = {"app": "patience", "process": number}
    assert spec["selector"]["matchLabels"] == wanted
    assert spec["template"]["metadata"]["labels"] == wanted
    assert deployment["metadata"]["labels"] == wanted


def test_a_process_is_added_by_the_command_of_the_page() -> None:
    first = named("Deployment", "patience-0")
    check_process(first, "0")
    assert environment(bot_of(first))["PATIENCE_PROCESSES"]["value"] == "1"
    (command,) = re.findall(
        r"^(sed .*kubernetes\.yaml) \|", (DEPLOY / "README.md").read_text(), re.MULTILINE
    )
    done = subprocess.run(
        shlex.split(command), cwd=DEPLOY.parent, capture_output=True, text=True, check=True
    )
    check_process(yaml.safe_load(done.stdout), "1")


def test_updates_start_one_more_and_pods_are_never_taken_together() -> None:
    spec = named("Deployment", "patience-0")["spec"]
    assert spec["replicas"] == 1
    assert spec["strategy"]["rollingUpdate"] == {"maxSurge": 1, "maxUnavailable": 0}
    budget = named("PodDisruptionBudget", "patience")["spec"]
    assert budget["maxUnavailable"] == 1
    labels = spec["template"]["metadata"]["labels"]
    assert budget["selector"]["matchLabels"].items() <= labels.items()
    service = named("Service", "patience")["spec"]
    assert service["selector"].items() <= labels.items()


def test_the_token_is_a_file_and_nowhere_else() -> None:
    pod = named("Deployment", "patience-0")["spec"]["template"]["spec"]
    (bot,) = pod["containers"]
    file = environment(bot)["PATIENCE_TOKEN_FILE"]["value"]
    (mount,) = [m for m in bot["volumeMounts"] if file.startswith(m["mountPath"] + "/")]
    (volume,) = [v for v in pod["volumes"] if v["name"] == mount["name"]]
    assert mount["readOnly"]
    assert volume["secret"]["secretName"] == "patience"
    assert volume["secret"]["defaultMode"] & 0o007 == 0
    assert "secretKeyRef" not in (DEPLOY / "kubernetes.yaml").read_text()


def test_probes_ask_what_they_are_for() -> None:
    bot = bot_of(named("Deployment", "patience-0"))
    ports = {port["name"] for port in bot["ports"]}
    for probe, path in {
        "startupProbe": "/health",
        "livenessProbe": "/health",
        "readinessProbe": "/ready",
    }.items():
        asked = bot[probe]["httpGet"]
        assert asked["path"] == path
        assert asked["port"] in ports


@pytest.mark.parametrize(
    ("kind", "name"), [("Deployment", "patience-0"), ("StatefulSet", "patience-redis")]
)
def test_nothing_runs_as_root_or_keeps_rights(kind: str, name: str) -> None:
    pod = named(kind, name)["spec"]["template"]["spec"]
    assert pod["securityContext"]["runAsNonRoot"]
    assert pod["automountServiceAccountToken"] is False
    for container in pod["containers"]:
        rights = container["securityContext"]
        assert rights["allowPrivilegeEscalation"] is False
        assert rights["capabilities"]["drop"] == ["ALL"]
        assert container["resources"]["limits"]["memory"]


def test_in_compose_each_process_has_a_number_and_a_port_of_its_own() -> None:
    bots = [s for name, s in COMPOSE["services"].items() if name.startswith("bot")]
    numbers = [bot["environment"]["PATIENCE_PROCESS"] for bot in bots]
    assert numbers == [str(n) for n in range(len(bots))]
    assert len(bots) >= 2
    assert len({port for bot in bots for port in bot["ports"]}) == len(bots)
    for bot in bots:
        assert bot["init"]
        assert bot["read_only"]
        assert bot["cap_drop"] == ["ALL"]
        assert all(port.startswith("127.0.0.1:") for port in bot["ports"])
    assert "ports" not in COMPOSE["services"]["redis"]


def test_the_image_ends_with_signals_and_without_an_installer() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    build, final = text.split("\nFROM ")[1:]
    assert re.search(r"pip uninstall .*pip$", build, re.MULTILINE)
    assert re.search(r"pip uninstall .*pip\b", final)
    assert "ensurepip" in final
    assert 'ENTRYPOINT ["tini", ' in final
    assert "/health" in final[final.index("HEALTHCHECK") :]
    assert final.index("USER patience") < final.index("ENTRYPOINT")


def test_systemd_installs_new_pins_before_it_starts() -> None:
    lines = (DEPLOY / "patience.service").read_text().splitlines()
    before = next(line for line in lines if line.startswith("ExecStartPre="))
    assert before == "ExecStartPre=+/opt/patience/deploy/patience --version"


def figures() -> set[str]:
    """All names that Prometheus gets from the bot."""
    registry = Metrics().registry
    samples = {sample.name for metric in registry.collect() for sample in metric.samples}
    return samples | {*registry._names_to_collectors}


def asked(text: str) -> set[str]:
    """Figures of the program that an expression names."""
    return set(re.findall(r"\b(?:patience|process)_[a-z_]+", text))


def expressions() -> list[str]:
    """Of all alerts and panels."""
    panels = [t["expr"] for panel in DASHBOARD["panels"] for t in panel["targets"]]
    return [rule["expr"] for rule in ALERTS] + panels


def test_alerts_and_panels_ask_for_figures_that_exist() -> None:
    for text in expressions():
        assert asked(text) <= figures(), text
        assert text.count("(") == text.count(")")
    assert all(asked(text) or "up{" in text for text in expressions())


def test_labels_that_they_ask_for_exist() -> None:
    labels = {"verb", "way", "outcome", "scope", "version", "le"}
    for text in expressions():
        for group in re.findall(r"\bby \(([^)]*)\)", text):
            assert {part.strip() for part in group.split(",")} <= labels | {"instance"}, text


def test_every_figure_of_ours_is_on_the_dashboard() -> None:
    shown = {name for panel in DASHBOARD["panels"] for t in panel["targets"]
             for name in asked(t["expr"])}  # fmt: skip
    for metric in Metrics().registry.collect():
        if metric.name.startswith("patience_"):
            assert any(name.startswith(metric.name) for name in shown), metric.name


def test_every_alert_says_what_is_wrong_and_what_to_do() -> None:
    assert len({rule["alert"] for rule in ALERTS}) == len(ALERTS)
    for rule in ALERTS:
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert set(rule["annotations"]) == {"summary", "action"}
        assert rule["for"]
