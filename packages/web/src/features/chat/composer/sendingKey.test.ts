import { describe, expect, test } from "vitest";
import { isMobile, isSendingKey } from "./sendingKey.ts";

const enter = { key: "Enter", shiftKey: false, isComposing: false, keyCode: 13 };
const desktopUserAgent =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36";
const phoneUserAgents = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36",
  "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 Chrome/142.0 Safari/537.36",
  "Mozilla/5.0 (Mobile; rv:140.0) Gecko/140.0 Firefox/140.0",
];

describe("a key press in the message field", () => {
  test("[C2.13] [C5.07] Enter sends; with Shift or while a composition is in progress it does not", () => {
    expect(isSendingKey(enter, desktopUserAgent)).toBe(true);
    expect(isSendingKey({ ...enter, shiftKey: true }, desktopUserAgent)).toBe(false);
    expect(isSendingKey({ ...enter, isComposing: true }, desktopUserAgent)).toBe(false);
    expect(isSendingKey({ ...enter, keyCode: 229 }, desktopUserAgent)).toBe(false);
    expect(isSendingKey({ ...enter, key: "a" }, desktopUserAgent)).toBe(false);
  });

  test("[C5.07] [A9.08] on a mobile device, which is known by its user agent, Enter does not send", () => {
    for (const phone of phoneUserAgents) {
      expect([phone, isMobile(phone), isSendingKey(enter, phone)]).toEqual([phone, true, false]);
    }
    expect(isMobile(desktopUserAgent)).toBe(false);
  });
});
