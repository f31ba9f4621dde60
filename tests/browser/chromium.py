"""Headless Chromium, driven over its DevTools pipe (file descriptors 3 and 4): no driver and no package is needed."""

import base64
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any, Self

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    "--disable-dev-shm-usage",
    "--no-first-run",
)
PATIENCE = 120  # seconds without an answer
MODIFIERS = {"shift": 8}


def executable() -> str | None:
    """The path of Chromium, None where it is not installed."""
    return shutil.which("chromium")


class Chromium:
    """One browser with one page. What the page says on its console, and what it asks the network for, is kept."""

    def __init__(self, profile: Path) -> None:
        reading, self._to = os.pipe()
        self._from, writing = os.pipe()
        shell = f'exec "$@" 3<&{reading} 4>&{writing}'
        command = [str(executable()), *FLAGS, "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"]
        self._process = subprocess.Popen(
            ["bash", "-c", shell, "-", *command],
            pass_fds=(reading, writing),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(reading)
        os.close(writing)
        self._buffer, self._number, self._session = b"", 0, ""
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self._loaded = False
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._session = ""
        try:
            self.call("Browser.close")
            self._process.wait(PATIENCE)
        finally:
            self._process.kill()
        os.close(self._to)
        os.close(self._from)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The result of a DevTools method; events that come before it are kept."""
        self._number += 1
        number = self._number
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._to, data) :]
        while True:
            answer = self._next()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                result: dict[str, Any] = answer["result"]
                return result

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._from], [], [], PATIENCE)
            found = os.read(self._from, 1 << 16) if ready else b""
            if not found:
                raise RuntimeError("Chromium has ended or does not answer")
            self._buffer += found
        line, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        self._note(message.get("method", ""), message.get("params", {}))
        return message

    def _note(self, method: str, parameters: dict[str, Any]) -> None:
        match method:
            case (
                "Runtime.exceptionThrown"
                | "Runtime.consoleAPICalled"
                | "Log.entryAdded"
                | "Page.javascriptDialogOpening"
            ):
                self.complaints.append(f"{method}: {json.dumps(parameters)}")
            case "Network.requestWillBeSent":
                self.requests.append(parameters["request"]["url"])
            case "Page.loadEventFired":
                self._loaded = True

    def open(self, address: str) -> None:
        """Go to an address and wait until it is loaded."""
        self._loaded = False
        self.call("Page.navigate", url=address)
        while not self._loaded:
            self._next()

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression in the page."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, userGesture=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def size(self, width: int, height: int = 900, *, phone: bool = False) -> None:
        """The size of the window."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)

    def scheme(self, name: str, media: str = "") -> None:
        """Light or dark, on a screen or in print."""
        features = [{"name": "prefers-color-scheme", "value": name}]
        self.call("Emulation.setEmulatedMedia", media=media, features=features)

    def press(self, key: str, modifier: str = "") -> None:
        """Press and release a key of the keyboard."""
        codes = {"Tab": 9, "Enter": 13, " ": 32}
        code = codes.get(key, ord(key.upper()) if len(key) == 1 and key.isalnum() else 0)
        typed = {"Enter": "\r", "Tab": ""}.get(key, key)
        common = {"key": key, "windowsVirtualKeyCode": code, "modifiers": MODIFIERS.get(modifier, 0)}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=typed, **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def click(self, selector: str) -> None:
        """A click of the mouse in the middle of the first such element."""
        find = f"document.querySelector({json.dumps(selector)})"
        self.evaluate(f"{find}.scrollIntoView({{block: 'center'}})")
        x, y = self.evaluate(
            f"(() => {{const r = {find}.getBoundingClientRect(); return [r.x + r.width/2, r.y + r.height/2]}})()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def screenshot(self, path: Path, *, whole: bool = True) -> None:
        """A picture of the page, PNG."""
        answer = self.call(
            "Page.captureScreenshot", format="png", captureBeyondViewport=whole, **self._clip(whole=whole)
        )
        path.write_bytes(base64.b64decode(answer["data"]))

    def _clip(self, *, whole: bool) -> dict[str, Any]:
        if not whole:
            return {}
        box = self.call("Page.getLayoutMetrics")["cssContentSize"]
        return {"clip": {"x": 0, "y": 0, "width": box["width"], "height": min(box["height"], 6000), "scale": 1}}

    def print(self, path: Path) -> None:
        """The page as PDF."""
        answer = self.call("Page.printToPDF", printBackground=False)
        path.write_bytes(base64.b64decode(answer["data"]))

    def wait_for(self, expression: str, seconds: float = 10) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + seconds
        while not self.evaluate(expression):
            if time.monotonic() > end:
                raise RuntimeError(f"waited in vain for {expression}")
            time.sleep(0.02)
