"""One structured question to an OpenAI-compatible server."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import structlog
from openai import OpenAIError
from pydantic import ValidationError

from adapters.model.availability import Availability
from adapters.model.metering import (
    report_answer,
    report_end,
    report_request,
    report_sent,
    report_tokens,
)
from adapters.model.openai.answers import (
    DeclinedError,
    ModelReply,
    completion_in,
    reply_in,
    step_in,
)
from adapters.model.openai.budget import Fitted, TokenBudget, fit
from adapters.model.openai.config import OpenAIConfig
from adapters.model.openai.errors import ContextOverflowError, given_up, translated, unusable
from adapters.model.openai.repair import LEAST_TIME, Objection, correction
from adapters.model.openai.requests import Prompt, request_body, request_record
from adapters.model.openai.structure import FOR_TOOLS, Structure, StructureSteps, schema_text
from adapters.model.openai.tokens import load_tokenizer, tokens_in
from adapters.model.prices import Price
from adapters.model.provider import Provider, bounded
from adapters.model.question import A, ModelQuestion
from domain.errors import AppError, InvalidModelOutputError

_log = structlog.get_logger(__name__)


def openai_provider(
    config: OpenAIConfig,
    *,
    availability: Availability | None = None,
    prices: Price | None = None,
    on_truncated: Callable[[str], None] | None = None,
) -> Provider:
    """A provider for the gateway. Opens no connection before the first call."""
    client = ModelClient(config, on_truncated=on_truncated)
    own = availability or Availability()
    return Provider(config.name, client, own, prices, config.address)


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
        self._steps = StructureSteps(config.structured)
        self._steps_with_tools = StructureSteps(config.structured, FOR_TOOLS)
        self._on_truncated = on_truncated
        self._client = config.client(config.timeout)

    async def aclose(self) -> None:
        await self._client.close()

    async def ask(self, question: ModelQuestion[A], within: timedelta | None = None) -> A:
        """The model's answer. Sends no ids of persons, chats or tasks to the provider.

        An answer that does not fit the form, or that it cannot read, is asked for once more; the
        second failure is raised. So is one that the question objects to, once: it is taken where
        the second one is no better.
        """
        await load_tokenizer()
        own = self._config.timeout
        # The client's own timeout is for each phase of the exchange; a server that trickles
        # its answer would never meet it.
        async with bounded(self._config.name, within or own, own) as limit:
            reply, answer = ModelReply(""), None
            try:
                reply = await self._reply(question)
                answer = self._read(reply, question)
                problem = InvalidModelOutputError(question.objection(answer))
                if not str(problem):
                    return answer
            except DeclinedError:
                raise
            except InvalidModelOutputError as error:
                problem = error
            left = (limit.when() or 0) - asyncio.get_running_loop().time()
            if left >= own.total_seconds() * LEAST_TIME:
                _log.info("model.repair_asked", purpose=question.purpose, reason=str(problem))
                again = correction(reply, str(problem), step=question.tool_use is not None)
                try:
                    return self._read(await self._reply(question, again), question)
                except AppError as error:
                    if answer is None:
                        raise
                    _log.warning("model.repair_failed", reason=str(error))
            if answer is None:
                raise problem
            return answer

    def _read(self, reply: ModelReply, question: ModelQuestion[A]) -> A:
        name = self._config.name
        if reply.cut_off:
            raise InvalidModelOutputError(f"{name} stopped before the end (length)")
        if not reply.text.strip():
            raise InvalidModelOutputError(f"{name} answered nothing")
        try:
            return question.form.read(reply.text, f"{name}:{self._model(question)}")
        except ValidationError as error:
            failure = unusable(error, name)
        # Outside the handler: the validation error holds the model's words, and a chained cause
        # would carry them into logs and workflow history.
        raise failure

    def _model(self, question: ModelQuestion[A]) -> str:
        config = self._config
        named = (config.models.get(key) for key in (question.purpose, question.agent))
        text = next(filter(None, named), config.model)
        return (config.vision_model if question.pictures else None) or text

    async def _reply(
        self, question: ModelQuestion[A], again: Objection | None = None
    ) -> ModelReply:
        """Asks with all that fits the budget; once more with half of it if that is too much."""
        besides = tokens_in(again.former + again.complaint) if again else 0
        fitted = self._fitted(question, besides)
        try:
            return await self._structured(question, fitted, again)
        except ContextOverflowError:
            if not fitted.kept:
                raise
        shorter = self._fitted(question, besides, fitted.flexible_tokens // 2)
        return await self._structured(question, shorter, again)

    def _fitted(
        self, question: ModelQuestion[A], besides: int, flexible: int | None = None
    ) -> Fitted:
        config = self._config
        answer = config.max_tokens if question.talk else config.max_structured_tokens
        if question.in_context:
            budget = TokenBudget(config.context_tokens, config.context_tokens + answer, answer)
        else:
            most = min(config.max_input_tokens, question.input_tokens or config.max_input_tokens)
            budget = TokenBudget(most, config.max_total_tokens, answer)
        schema = schema_text(question.form.schema)
        fitted = fit(question, schema, budget, besides=besides, flexible=flexible)
        if fitted.input_tokens > budget.max_input:
            _log.warning(
                "prompt.over_limit",
                purpose=question.purpose,
                tokens=fitted.input_tokens,
                limit=budget.max_input,
            )
        if fitted.dropped or fitted.rounds.shortened:
            _log.info(
                "prompt.truncated",
                purpose=question.purpose,
                messages=fitted.kept + fitted.dropped,
                included=fitted.kept,
                left_out=fitted.dropped,
                rounds_shortened=fitted.rounds.shortened,
                budget=budget.max_input,
                tokens=fitted.input_tokens,
            )
            if self._on_truncated:
                self._on_truncated(question.purpose)
        return fitted

    async def _structured(
        self, question: ModelQuestion[A], fitted: Fitted, again: Objection | None
    ) -> ModelReply:
        prompt = Prompt(
            model=self._model(question),
            instructions=question.instructions,
            data=fitted.data,
            temperature=self._config.temperature if question.talk else question.temperature,
            max_tokens=fitted.max_tokens,
            pictures=question.pictures,
            tool_use=question.tool_use,
            rounds=fitted.rounds.rounds,
        )

        async def send(structure: Structure) -> ModelReply:
            """One HTTP request."""
            failure: AppError
            report_request(prompt.model, fitted.input_tokens)
            body = request_body(prompt, question.form.schema, structure, again)
            report_sent(request_record(body, structure))
            try:
                response = await self._client.chat.completions.with_raw_response.create(**body)
                report_end()
                called = question.tool_use is not None and structure is Structure.TOOLS
                return self._counted(response.text, fitted, called=called)
            except OpenAIError as error:
                if not given_up(error):
                    report_end()
                failure = translated(error, self._config.name, structure)
            # As in ``_read``: the client's error holds the provider's text.
            raise failure

        if question.tool_use is None:
            return await self._steps.ask(prompt.model, send)
        # A server may take tools, and yet mind a conversation with calls that offers none.
        kind = "" if question.tool_use.tools else " without tools"
        return await self._steps_with_tools.ask(prompt.model + kind, send, like=prompt.model)

    def _counted(self, body: str, fitted: Fitted, *, called: bool = False) -> ModelReply:
        """The reply, after its tokens were reported: by our own count if the server has none."""
        completion = completion_in(body, self._config.name)
        if used := completion.usage:
            report_tokens(used.prompt_tokens, used.completion_tokens)
        reply = (step_in if called else reply_in)(completion, self._config.name)
        report_answer(reply.text)
        if not used:
            report_tokens(fitted.input_tokens, tokens_in(reply.text))
        return reply
