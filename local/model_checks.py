"""Whether each provider of models can be used."""

from openai import APIStatusError, AsyncOpenAI, OpenAIError

from domain.health import Finding, degraded, down, ok
from settings.providers import ProviderSettings, variable

_OPENAI = "api.openai.com"
_SECONDS = 5.0
_NO_LIST = frozenset({404, 405, 501})  # servers that answer, but cannot list their models


def finding_name(provider: ProviderSettings) -> str:
    return f"model {provider.name}"


async def check_provider(provider: ProviderSettings) -> Finding:
    """Whether it takes our key and knows our model; asks for its list, which is free."""
    name, where = finding_name(provider), provider.base_url or _OPENAI
    key, address = variable(provider.name, "api_key"), variable(provider.name, "base_url")
    client = AsyncOpenAI(
        api_key=provider.api_key.get_secret_value() if provider.api_key else "none",
        base_url=provider.base_url,
        max_retries=0,
        timeout=_SECONDS,
    )
    try:
        offered = {model.id for model in (await client.models.list()).data}
    except APIStatusError as error:
        if error.status_code in _NO_LIST:
            return ok(name, f"{where} answers")
        refused = f"{where} answers {error.status_code}"
        return down(name, refused, f"check {key} and {address}", required=False)
    except OpenAIError:
        advice = f"check {address} and the network; Steward goes on without it meanwhile"
        return down(name, f"{where} does not answer", advice, required=False)
    finally:
        await client.close()
    known = offered | {listed.removeprefix("models/") for listed in offered}  # as Gemini lists
    unknown = sorted(_models_of(provider) - known)
    if offered and unknown:
        return degraded(
            name,
            f"{where} does not offer {', '.join(unknown)}",
            f"set {variable(provider.name, 'model')} to one that it offers",
        )
    return ok(name, f"{provider.model} at {where}")


def _models_of(provider: ProviderSettings) -> set[str]:
    vision = provider.vision_model or provider.model
    return {provider.model, vision, *provider.models.values()}
