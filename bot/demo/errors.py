"""Discord's refusals: an HTTP status with a JSON error code."""

from __future__ import annotations

from bot.demo.model import Json


class ApiError(Exception):
    """A request is refused. `body` is the JSON of the reply, `headers` come with it."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        headers: dict[str, str] | None = None,
        **more: object,
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.body: Json = {"message": message, "code": code, **more}
        self.headers = headers or {}


def unauthorized() -> ApiError:
    return ApiError(401, 0, "401: Unauthorized")


def unknown(what: str, code: int) -> ApiError:
    return ApiError(404, code, f"Unknown {what}")


def entry_point() -> ApiError:
    """Discord drops an app's Entry Point command by itself only."""
    text = "You cannot remove this app's Entry Point command in a bulk update operation."
    return ApiError(400, 50240, text)


def unknown_channel() -> ApiError:
    return unknown("Channel", 10003)


def unknown_guild() -> ApiError:
    return unknown("Guild", 10004)


def unknown_member() -> ApiError:
    return unknown("Member", 10007)


def unknown_emoji() -> ApiError:
    return unknown("Emoji", 10014)


def unknown_message() -> ApiError:
    return unknown("Message", 10008)


def unknown_user() -> ApiError:
    return unknown("User", 10013)


def unknown_webhook() -> ApiError:
    return unknown("Webhook", 10015)


def unknown_interaction() -> ApiError:
    return unknown("interaction", 10062)


def unknown_command() -> ApiError:
    return unknown("application command", 10063)


def already_acknowledged() -> ApiError:
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def invalid_token() -> ApiError:
    return ApiError(401, 50027, "Invalid Webhook Token")


def missing_access() -> ApiError:
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    return ApiError(403, 50013, "Missing Permissions")


def closed_dm() -> ApiError:
    return ApiError(403, 50007, "Cannot send messages to this user")


def not_the_author() -> ApiError:
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def archived_thread() -> ApiError:
    return ApiError(400, 50083, "Thread is archived")


def empty_message() -> ApiError:
    return ApiError(400, 50006, "Cannot send an empty message")


def too_large() -> ApiError:
    return ApiError(413, 40005, "Request entity too large")


def invalid(field: str, reason: str) -> ApiError:
    """50035 with the one field that is wrong."""
    errors: Json = {"_errors": [{"code": "BASE_TYPE_INVALID", "message": reason}]}
    for key in reversed(field.split(".")):
        errors = {key: errors}
    return ApiError(400, 50035, "Invalid Form Body", errors=errors)


def too_fast(retry_after: float, *, scope: str = "user", everywhere: bool = False) -> ApiError:
    """429; `Via` is what tells it from a ban at the door."""
    headers = {
        "Retry-After": f"{retry_after:.3f}",
        "Via": "1.1 loopback",
        "X-RateLimit-Scope": "global" if everywhere else scope,
        "X-RateLimit-Reset-After": f"{retry_after:.3f}",
    }
    if everywhere:
        headers["X-RateLimit-Global"] = "true"
    return ApiError(
        429,
        0,
        "You are being rate limited.",
        headers=headers,
        retry_after=retry_after,
        **{"global": everywhere},
    )
