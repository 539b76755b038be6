"""A doubtful reading goes to the models, cheapest first, for as long as a person waits."""

from datetime import timedelta

import pytest

from adapters.model.availability import CircuitOpenError, RateUsedUpError, RequestRefusedError
from agents.expenses.reading import Reading
from domain.errors import (
    AppError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
)
from domain.messages import MediaKind
from domain.usage import Budget
from tests.activities.running import Attempt
from tests.agents.expenses.activities.desk import LAST, PHOTO, Desk, request
from tests.agents.expenses.fakes.models import ScriptedModels
from tests.agents.expenses.fakes.reading import receipt
from tests.fakes.attachments import image


class TestEscalating:
    UNSURE = receipt(PHOTO, total_confidence=0.3)
    SURE = receipt(PHOTO, total="9.90").model_copy(update={"engine": "model"})

    @pytest.fixture
    def models(self, desk: Desk) -> ScriptedModels:
        desk.models.available = True
        return desk.models

    async def test_a_sure_reading_asks_no_model(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        desk.reads(receipt(PHOTO))
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert models.asked == []
        assert outcome.degraded is None

    @pytest.mark.parametrize(
        "doubtful", [UNSURE, receipt(PHOTO, total=None), receipt(PHOTO, merchant=None)]
    )
    async def test_a_doubtful_one_is_read_by_the_text_model(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels, doubtful: Reading
    ) -> None:
        desk.reads(doubtful)
        models.from_lines = self.SURE
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert models.asked == ["lines"]
        assert outcome.degraded is False
        assert outcome.reading == desk.readings.stored[PHOTO.sha256] == self.SURE

    async def test_what_stays_doubtful_is_read_from_the_image(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        desk.reads(self.UNSURE)
        models.from_image = self.SURE
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert models.asked == ["lines", "image"]
        assert outcome.reading.engine == "model"

    async def test_without_lines_the_image_is_read_at_once(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        desk.reads(receipt(PHOTO, total=None), lines=())
        await attempt.run(desk.activity.read_receipt, request())
        assert models.asked == ["image"]

    async def test_a_pdf_is_no_image_for_the_vision_model(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        pdf = PHOTO.model_copy(update={"kind": MediaKind.PDF, "mime_type": "application/pdf"})
        await desk.attachments.put("ali", pdf, b"bytes")
        desk.reads(self.UNSURE)
        await attempt.run(desk.activity.read_receipt, request())
        assert models.asked == ["lines"]

    async def test_without_models_the_local_reading_stands(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        models.available = False
        desk.reads(self.UNSURE)
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert models.asked == []
        assert outcome.degraded is None
        assert PHOTO.sha256 in desk.readings.stored

    async def test_with_the_models_down_the_local_reading_is_used_but_not_kept(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        local = desk.reads(self.UNSURE)
        models.from_lines = ModelUnavailableError("down")
        outcome = await attempt.repeated(LAST).run(desk.activity.read_receipt, request())
        assert outcome.degraded is True
        assert outcome.reading == local.model_copy(update={"lines": ()})
        assert desk.readings.stored == {}
        models.from_lines = self.SURE
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert (outcome.degraded, outcome.reading) == (False, self.SURE)

    async def test_a_model_that_may_soon_be_back_is_waited_for_without_reading_again(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        desk.reads(self.UNSURE)
        read = desk.activity.read_receipt
        wait = timedelta(seconds=2)
        models.from_lines = ModelUnavailableError("busy", retry_after=wait)
        failure = await attempt.fails(read, request())
        assert (failure.type, failure.next_retry_delay) == ("model.unavailable", wait)
        assert desk.readings.stored == {}
        models.from_lines = self.SURE
        outcome = await attempt.repeated(2).run(read, request())
        assert (outcome.degraded, outcome.reading) == (False, self.SURE)
        assert desk.reader.reads == 1

    async def test_lines_that_a_model_has_had_are_not_paid_for_twice(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        desk.reads(self.UNSURE)
        read = desk.activity.read_receipt
        models.from_image = ModelUnavailableError("busy")
        await attempt.fails(read, request())
        models.from_image = self.SURE
        await attempt.repeated(2).run(read, request())
        assert models.asked == ["lines", "image", "image"]

    async def test_what_waits_is_kept_apart_from_other_photos(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        other = image("other")
        await desk.attachments.put("ali", other, b"bytes")
        desk.reads(self.UNSURE)
        desk.reads(receipt(other, merchant="Zus", total_confidence=0.3))
        read = desk.activity.read_receipt
        models.from_lines = ModelUnavailableError("busy")
        await attempt.fails(read, request())
        await attempt.fails(read, request(attachment=other))
        models.from_lines = None
        outcome = await attempt.repeated(2).run(read, request(attachment=other))
        assert outcome.reading.merchant is not None
        assert outcome.reading.merchant.value == "Zus"

    async def test_a_person_is_not_left_waiting_for_long(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        desk.reads(self.UNSURE)
        models.from_lines = ModelUnavailableError("busy", retry_after=timedelta(minutes=1))
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert outcome.degraded is True

    async def test_a_used_up_budget_leaves_the_local_reading_for_today(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        local = desk.reads(self.UNSURE)
        models.budget = Budget.PERSON
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert (outcome.used_up, outcome.degraded) == (Budget.PERSON, None)
        assert outcome.reading == local.model_copy(update={"lines": ()})
        assert (models.asked, desk.readings.stored) == ([], {})

    @pytest.mark.parametrize(
        "error", [InvalidModelOutputError("nonsense"), RequestRefusedError("too long")]
    )
    async def test_lines_that_a_text_model_makes_nothing_of_are_read_from_the_image(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels, error: AppError
    ) -> None:
        desk.reads(self.UNSURE)
        models.from_lines, models.from_image = error, self.SURE
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert models.asked == ["lines", "image"]
        assert (outcome.degraded, outcome.reading) == (False, self.SURE)
        assert desk.readings.stored[PHOTO.sha256] == self.SURE

    @pytest.mark.parametrize(
        "error",
        [
            InvalidModelOutputError("nonsense"),
            RequestRefusedError("too long"),
            RateUsedUpError("rate", retry_after=timedelta(minutes=1)),
        ],
    )
    async def test_useless_answers_leave_the_local_reading_without_an_outage(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels, error: AppError
    ) -> None:
        desk.reads(self.UNSURE)
        models.from_lines = models.from_image = error
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert outcome.degraded is False
        assert desk.readings.stored == {}, "another day it may be read"

    async def test_a_key_that_is_refused_is_an_outage_and_nothing_is_stored(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        desk.reads(self.UNSURE)
        models.from_lines = ModelMisconfiguredError("401")
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert (outcome.degraded, models.asked) == (True, ["lines"])
        assert desk.readings.stored == {}

    async def test_nobody_waits_for_a_circuit_that_is_open(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        desk.reads(self.UNSURE)
        models.from_lines = CircuitOpenError("open", retry_after=timedelta(seconds=2))
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert (outcome.degraded, desk.readings.stored) == (True, {})

    async def test_time_in_the_queue_is_not_taken_from_the_models(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        desk.reads(self.UNSURE)
        models.from_lines = ModelUnavailableError("busy")
        late = attempt.repeated(1, waited=timedelta(minutes=1))
        assert (await late.fails(desk.activity.read_receipt, request())).type == "model.unavailable"

    async def test_attempts_at_models_share_one_wait(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        now = [1_000.0]
        desk.clock = lambda: now[0]
        desk.reads(self.UNSURE)
        models.from_lines = ModelUnavailableError("busy")
        read = desk.activity.read_receipt
        await attempt.fails(read, request())
        now[0] += 10
        assert (await attempt.repeated(2).run(read, request())).degraded is True

    async def test_what_the_text_model_read_is_kept_when_the_vision_model_fails(
        self, attempt: Attempt, desk: Desk, models: ScriptedModels
    ) -> None:
        desk.reads(receipt(PHOTO, total=None, merchant=None))
        models.from_lines = receipt(PHOTO, total=None, merchant="Zus")
        models.from_image = InvalidModelOutputError("nonsense")
        outcome = await attempt.run(desk.activity.read_receipt, request())
        assert outcome.reading.merchant is not None
        assert outcome.reading.merchant.value == "Zus"
