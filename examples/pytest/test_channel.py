"""The two APIs by plain HTTP, with nothing but Python's own library and pytest."""
import json
import os
import urllib.error
import urllib.request

import pytest


def call(url, body, headers):
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"content-type": "application/json", **headers}
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def live(operation, body, token=os.environ["AIRDESK_ACCESS_TOKEN"]):
    headers = {"authorization": f"Bearer {token}", "x-sfu-target": operation}
    return call(os.environ["AIRDESK_LIVE_BASE_URL"] + "/", body, headers)


def test_a_channel_is_made_and_listed():
    made = live("Service_20200316.CreateMultistreamChannel", {})
    assert made["channel_id"] in live("Service_20200729.ListChannelIDs", {})["channel_ids"]


def test_a_wrong_token_is_refused():
    with pytest.raises(urllib.error.HTTPError) as refused:
        live("Service_20200729.ListChannelIDs", {}, token="wrong")
    assert refused.value.code == 401


def test_somebody_signs_in():
    body = {
        "email": os.environ["AIRDESK_EMAIL"],
        "password": os.environ["AIRDESK_PASSWORD"],
        "access_code": os.environ["AIRDESK_ACCESS_CODE"],
    }
    answer = call(os.environ["AIRDESK_OPTION_BASE_URL"] + "/api/login", body, {})
    assert answer["token"] and answer["expires_at"]
