"""Drops signals that lack their payload, as they are sent by hand."""

import inspect

from temporalio import worker, workflow
from temporalio.worker import HandleSignalInput


class SignalsWithPayloads(worker.Interceptor):
    """Drops a signal that lacks what its handler takes, as the SDK drops one that it can't decode.

    Sent by hand (``temporal workflow signal --name receive``) it would fail the workflow task for
    ever: the chat would answer nothing until somebody resets it.
    """

    def workflow_interceptor_class(
        self, input: worker.WorkflowInterceptorClassInput
    ) -> type[worker.WorkflowInboundInterceptor]:
        del input
        return _Signals


class _Signals(worker.WorkflowInboundInterceptor):
    async def handle_signal(self, input: HandleSignalInput) -> None:
        handler = workflow.get_signal_handler(input.signal)
        if handler is not None:
            try:
                inspect.signature(handler).bind(*input.args)
            except TypeError as error:
                workflow.logger.warning("the signal %s is dropped: %s", input.signal, error)
                return
        await super().handle_signal(input)
