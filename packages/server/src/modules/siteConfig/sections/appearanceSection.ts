import { type Appearance, limits } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Platform } from "../../../core/context.ts";
import { foldEmail, isEmail } from "../../../core/email.ts";
import {
  applyEnvironment,
  forgetAppearance,
  listLockedFields,
  parseLogo,
  readSavedAppearance,
} from "../../appearance/service.ts";
import { hashAuditedEmail, hashAuditedText } from "../../audit/service.ts";
import type { ConfigSection } from "../section.ts";

/** The institution's name, logo, colour and words. What the environment sets is shown and not changed. */
export const appearanceSection: ConfigSection<"appearance"> = {
  type: "appearance",
  isFirst: true,
  read: async (db, { config }) => applyEnvironment(config, (await readSavedAppearance(db)).appearance),
  async save(tx, { ctx, data }) {
    const { appearance: saved } = await readSavedAppearance(tx);
    const locked = listLockedFields(ctx.config);
    // What was saved comes back if the environment does not set it any more.
    const kept = Object.fromEntries(Object.entries(saved).filter(([name]) => locked.includes(name)));
    return toChecked({ ...data, ...kept });
  },
  listLocked: async (_db, { config }) => listLockedFields(config),
  toAudited: (platform, data) => ({
    ...data,
    contactEmail: hashAddress(platform, data.contactEmail),
    supportEmail: hashAddress(platform, data.supportEmail),
    // Texts may contain addresses, too.
    logo: hashText(platform, data.logo),
    conditions: hashText(platform, data.conditions),
    banner: data.banner && { ...data.banner, text: hashText(platform, data.banner.text) },
    starters: data.starters.map(({ text }) => hashText(platform, text)),
  }),
  publish: forgetAppearance,
};

function toChecked(data: Appearance): Appearance {
  return {
    productName: toText(data.productName?.replace(/\s+/g, " ") ?? null),
    logo: data.logo && toLogo(data.logo),
    accentColor: toColor(toText(data.accentColor)),
    policyUrl: toUrl(toText(data.policyUrl)),
    helpUrl: toUrl(toText(data.helpUrl)),
    contactEmail: toEmail(toText(data.contactEmail)),
    supportEmail: toEmail(toText(data.supportEmail)),
    conditions: toText(data.conditions),
    banner: toBanner(data.banner),
    starters: data.starters.map(({ text }) => ({ text: text.trim() })).filter(({ text }) => text !== ""),
    defaultStorage: data.defaultStorage,
  };
}

/** An empty text is the default. */
const toText = (text: string | null): string | null => text?.trim() || null;

function toLogo(dataUrl: string): string {
  const logo = parseLogo(dataUrl);
  if (!logo) throw invalid("The logo must be a PNG, JPEG, WebP or SVG picture.");
  if (logo.bytes.length > limits.logoBytes) throw invalid("The logo must not be larger than 60 KB.");
  return `data:${logo.type};base64,${logo.bytes.toString("base64")}`;
}

function toColor(color: string | null): string | null {
  if (color === null || /^#[0-9a-f]{6}$/i.test(color)) return color?.toLowerCase() ?? null;
  throw invalid(`“${color}” is not a colour such as #1a6c91.`);
}

function toUrl(text: string | null): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  const isWebAddress = url?.protocol === "https:" || url?.protocol === "http:";
  // A name or a password in it would be shown to everybody.
  if (!isWebAddress || url.username !== "" || url.password !== "") {
    throw invalid(`“${text.slice(0, 100)}” is not an address that starts with https:// or http://.`);
  }
  // It may be longer than what was sent: each letter such as ü takes six characters.
  if (url.href.length > limits.institutionUrlLength) {
    const start = text.slice(0, 100);
    throw invalid(`“${start}” is too long. An address can have 2,000 characters, and letters such as ü count as six.`);
  }
  return url.href;
}

function toEmail(text: string | null): string | null {
  if (text === null || isEmail(foldEmail(text))) return text;
  throw invalid(`“${text.slice(0, 100)}” is not an email address.`);
}

function toBanner(banner: Appearance["banner"]): Appearance["banner"] {
  const text = banner?.text.trim();
  if (!banner || !text) return null;
  if (banner.from && banner.until && banner.from > banner.until) throw invalid("The notice ends before it begins.");
  return { ...banner, text };
}

const invalid = (userMessage: string) => new AppError("invalidInput", { userMessage });

const hashAddress = (platform: Pick<Platform, "secrets">, email: string | null) =>
  email && hashAuditedEmail(platform, foldEmail(email));

const hashText = (platform: Pick<Platform, "secrets">, text: string | null) => text && hashAuditedText(platform, text);
