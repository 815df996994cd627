/**
 * How a list writes its numbers: the names of Word (ECMA-376, ST_NumberFormat), to which other formats are mapped, and
 * `lowerAlphabetic` and `upperAlphabetic`, which Word does not have.
 */
export type NumberFormat = string;

/**
 * Formats the number of a list item as the list shows it, as in "4", "iv", "d" and "四". Null if the format is not
 * known.
 */
export function formatNumber(value: number, format: NumberFormat): string | null {
  switch (format) {
    case "decimal":
    case "ordinal-dot":
      return String(value);
    case "none":
    case "bullet":
      return "";
    case "decimalZero":
      return String(value).padStart(2, "0");
    case "decimalFullWidth":
      return String(value).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    case "numberInDash":
      return `- ${value} -`;
    case "upperRoman":
      return formatRoman(value);
    case "lowerRoman":
      return formatRoman(value).toLowerCase();
    case "upperLetter":
      return repeatLetter(value, latinLetters).toUpperCase();
    case "lowerLetter":
      return repeatLetter(value, latinLetters);
    case "upperAlphabetic":
      return countInLetters(value).toUpperCase();
    case "lowerAlphabetic":
      return countInLetters(value);
    case "russianUpper":
      return repeatLetter(value, russianLetters).toUpperCase();
    case "russianLower":
      return repeatLetter(value, russianLetters);
    case "decimalEnclosedCircle":
    case "decimalEnclosedCircleChinese":
      return value >= 1 && value <= 20 ? String.fromCodePoint(0x2460 + value - 1) : String(value);
    case "ordinal":
      return `${value}${ordinalSuffixes[englishPlurals.select(value)] ?? "th"}`;
    case "chineseCounting":
    case "chineseCountingThousand":
    case "ideographDigital":
    case "japaneseCounting":
    case "taiwaneseCounting":
    case "taiwaneseCountingThousand":
      return formatChinese(value);
    default:
      return null;
  }
}

const latinLetters = "abcdefghijklmnopqrstuvwxyz";
const russianLetters = "абвгдежзиклмнопрстуфхцчшщыэюя";
const ordinalSuffixes: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd" };
const englishPlurals = new Intl.PluralRules("en", { type: "ordinal" });

const romanNumerals = [
  [1000, "M"],
  [900, "CM"],
  [500, "D"],
  [400, "CD"],
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
] as const;

function formatRoman(value: number): string {
  if (value < 1 || value > 3_999) return String(value);
  let rest = value;
  let text = "";
  for (const [size, numeral] of romanNumerals) {
    while (rest >= size) {
      text += numeral;
      rest -= size;
    }
  }
  return text;
}

/** After "z" follow "aa", "bb" and so on, as in Word and in OpenDocument with letter synchronization. */
function repeatLetter(value: number, letters: string): string {
  const count = Math.ceil(value / letters.length);
  if (value < 1 || count > 30) return String(value);
  return (letters[(value - 1) % letters.length] ?? "").repeat(count);
}

/** After "z" follow "aa", "ab" and so on, as in HTML and in OpenDocument without letter synchronization. */
function countInLetters(value: number): string {
  if (value < 1 || value > 1_000_000) return String(value);
  const letter = latinLetters.charAt((value - 1) % 26);
  return value <= 26 ? letter : countInLetters(Math.floor((value - 1) / 26)) + letter;
}

function formatChinese(value: number): string {
  if (value < 0 || value > 99) return String(value);
  const digits = "〇一二三四五六七八九";
  const tens = Math.floor(value / 10);
  const ones = value % 10;
  if (tens === 0) return digits.charAt(ones);
  return `${tens === 1 ? "" : digits.charAt(tens)}十${ones === 0 ? "" : digits.charAt(ones)}`;
}
