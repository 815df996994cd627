import * as z from "zod/mini";
import { limits } from "./limits.ts";
import { text } from "./primitives.ts";

// How an institution presents the product. The server checks addresses, colours and pictures when the section is saved,
// so that it can say what is wrong with which of them.

/** A notice above the workspace, from a day to a day, which both may be open. */
export const AppearanceBanner = z.object({
  text: text(limits.bannerLength),
  tone: z.enum(["info", "warning"]),
  /** The first day and the last one, in the reader's time zone, as in `2026-11-29`. */
  from: z.nullable(z.iso.date()),
  until: z.nullable(z.iso.date()),
});
export type AppearanceBanner = z.infer<typeof AppearanceBanner>;

/** The beginning of a first message. */
export const AppearanceStarter = z.object({
  text: text(limits.institutionStarterLength),
});
export type AppearanceStarter = z.infer<typeof AppearanceStarter>;

/** Null is the default of the product, everywhere. */
export const Appearance = z.object({
  productName: z.nullable(text(limits.productNameLength)),
  /** A data URL with base64 of a PNG, JPEG, WebP or SVG. */
  logo: z.nullable(z.string().check(z.maxLength(limits.logoUrlLength))),
  /** As in `#1a6c91`. */
  accentColor: z.nullable(text(20)),
  policyUrl: z.nullable(text(limits.institutionUrlLength)),
  helpUrl: z.nullable(text(limits.institutionUrlLength)),
  contactEmail: z.nullable(text(254)),
  supportEmail: z.nullable(text(254)),
  /** Plain text. Empty lines separate paragraphs. */
  conditions: z.nullable(text(limits.conditionsLength)),
  banner: z.nullable(AppearanceBanner),
  starters: z.array(AppearanceStarter).check(z.maxLength(limits.institutionStarters)),
  /** Where new conversations are stored until the person decides; null: the person is asked. */
  defaultStorage: z.nullable(z.enum(["cloud", "local"])),
});
export type Appearance = z.infer<typeof Appearance>;

/** What the administration shows until somebody saves something else. */
export const defaultAppearance: Appearance = {
  productName: null,
  logo: null,
  accentColor: null,
  policyUrl: null,
  helpUrl: null,
  contactEmail: null,
  supportEmail: null,
  conditions: null,
  banner: null,
  starters: [],
  defaultStorage: null,
};
