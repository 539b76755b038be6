"""One structured question to an OpenAI-compatible server."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

import structlog
from openai import AsyncOpenAI, OpenAIError
from pydantic import ValidationError

from adapters.model.metering import report_end, report_request, report_tokens
from adapters.model.openai.answers import DeclinedError, Reply, completion_in, reply_in
from adapters.model.openai.budget import Draft, Fitted, TokenBudget, fit
from adapters.model.openai.config import OPENAI_BASE_URL, OpenAIConfig
from adapters.model.openai.errors import ContextOverflowError, given_up, translated, unusable
from adapters.model.openai.repair import LEAST_TIME, Correction, correction
from adapters.model.openai.requests import arguments
from adapters.model.openai.schemas import Wire
from adapters.model.openai.structure import Structure, StructureSteps, schema_text
from adapters.model.openai.tokens import load_tokenizer, tokens_in
from domain.errors import AppError, InvalidModelOutputError, ModelUnavailableError

_NO_KEY = "none"
"""The client insists on a key; servers that need none ignore it."""

_log = structlog.get_logger(__name__)

_WireT = TypeVar("_WireT", bound=Wire)
_Value = TypeVar("_Value")


class ModelClient:
    """Asks for one JSON answer and gives it back validated and converted.

    Raises ``ModelUnavailableError``, ``ModelMisconfiguredError`` or ``InvalidModelOutputError``.
    A question may take several requests, all within ``config.timeout``: another way of asking for
    JSON, a shorter one when the context is full, and one repair. A failure of the server is not
    tried again here: that is the business of whoever schedules the call.
    """

    def __init__(
        self, config: OpenAIConfig, *, on_truncated: Callable[[str], None] | None = None
    ) -> None:
        """``on_truncated`` is told the purpose of each prompt that had to be cut."""
        self._config = config
        self._budget = TokenBudget(config.max_input_tokens, config.max_total_tokens)
        self._steps = StructureSteps(config.structured)
        self._on_truncated = on_truncated
        self._client = AsyncOpenAI(
            api_key=config.api_key.get_secret_value() if config.api_key else _NO_KEY,
            base_url=config.base_url or OPENAI_BASE_URL,
            timeout=config.timeout.total_seconds(),
            max_retries=0,
        )

    async def aclose(self) -> None:
        await self._client.close()

    async def ask(
        self, draft: Draft, schema: type[_WireT], convert: Callable[[_WireT], _Value]
    ) -> _Value:
        """The model's answer to ``draft`` as a ``schema``, given to ``convert``.

        An answer that does not fit, or that ``convert`` refuses with ``InvalidModelOutputError``,
        is asked for once more; the second failure is raised.
        """
        await load_tokenizer()
        failure: AppError
        try:
            # The client's own timeout is for each phase of the exchange; a server that trickles
            # its answer would never meet it.
            async with asyncio.timeout(self._config.timeout.total_seconds()) as limit:
                return await self._asked(draft, schema, convert, limit)
        except TimeoutError:
            failure = ModelUnavailableError(f"{self._config.name} did not answer in time")
        raise failure

    async def _asked(
        self,
        draft: Draft,
        schema: type[_WireT],
        convert: Callable[[_WireT], _Value],
        limit: asyncio.Timeout,
    ) -> _Value:
        reply = Reply("")
        try:
            reply = await self._reply(draft, schema)
            return self._converted(reply, schema, convert)
        except DeclinedError:
            raise
        except InvalidModelOutputError as error:
            problem = error
        left = (limit.when() or 0) - asyncio.get_running_loop().time()
        if left < self._config.timeout.total_seconds() * LEAST_TIME:
            raise problem
        _log.info("model.repair_asked", purpose=draft.purpose, reason=str(problem))
        again = correction(reply, str(problem))
        return self._converted(await self._reply(draft, schema, again), schema, convert)

    def _converted(
        self, reply: Reply, schema: type[_WireT], convert: Callable[[_WireT], _Value]
    ) -> _Value:
        name = self._config.name
        if reply.cut_off:
            msg = f"{name} stopped before the end (length)"
            raise InvalidModelOutputError(msg)
        if not reply.text.strip():
            msg = f"{name} answered nothing"
            raise InvalidModelOutputError(msg)
        try:
            answer = schema.model_validate_json(reply.text)
        except ValidationError as error:
            failure = unusable(error, name)
        else:
            return convert(answer)
        # Outside the handler: the validation error holds the model's words, and a chained cause
        # would carry them into logs and workflow history.
        raise failure

    async def _reply(
        self, draft: Draft, schema: type[Wire], again: Correction | None = None
    ) -> Reply:
        """Asks with all that fits the budget; once more with half of it if that is too much."""
        besides = tokens_in(again.former + again.complaint) if again else 0
        fitted = fit(draft, schema_text(schema), self._budget, besides=besides)
        self._tell(draft, fitted)
        try:
            return await self._structured(fitted, schema, again)
        except ContextOverflowError:
            if not fitted.kept:
                raise
        half = fitted.flexible_tokens // 2
        shorter = fit(draft, schema_text(schema), self._budget, besides=besides, flexible=half)
        self._tell(draft, shorter)
        return await self._structured(shorter, schema, again)

    def _tell(self, draft: Draft, fitted: Fitted) -> None:
        if fitted.input_tokens > self._budget.max_input:
            _log.warning(
                "prompt.over_limit",
                purpose=draft.purpose,
                tokens=fitted.input_tokens,
                limit=self._budget.max_input,
            )
        if not fitted.dropped:
            return
        _log.info(
            "prompt.truncated",
            purpose=draft.purpose,
            kept=fitted.kept,
            dropped=fitted.dropped,
            tokens=fitted.input_tokens,
        )
        if self._on_truncated:
            self._on_truncated(draft.purpose)

    async def _structured(
        self, fitted: Fitted, schema: type[Wire], again: Correction | None
    ) -> Reply:
        return await self._steps.ask(
            fitted.prompt.model, lambda structure: self._send(fitted, schema, structure, again)
        )

    async def _send(
        self, fitted: Fitted, schema: type[Wire], structure: Structure, again: Correction | None
    ) -> Reply:
        """One HTTP request."""
        failure: AppError
        report_request(fitted.prompt.model, fitted.input_tokens)
        try:
            response = await self._client.chat.completions.with_raw_response.create(
                **arguments(fitted.prompt, schema, structure, again)
            )
            report_end()
            return self._counted(response.text, fitted)
        except OpenAIError as error:
            if not given_up(error):
                report_end()
            failure = translated(error, self._config.name, structure)
        # As in ``_converted``: the client's error holds the provider's text.
        raise failure

    def _counted(self, body: str, fitted: Fitted) -> Reply:
        """The reply, after its tokens were reported: by our own count if the server has none."""
        completion = completion_in(body, self._config.name)
        if used := completion.usage:
            report_tokens(used.prompt_tokens, used.completion_tokens)
        reply = reply_in(completion, self._config.name)
        if not used:
            report_tokens(fitted.input_tokens, tokens_in(reply.text))
        return reply
