/**
 * `House Committee on Ways & Means` and `Ways and Means` are one name: the words that sources put around it are
 * dropped.
 */
export function committeeKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/\b(?:house|senate|assembly|joint|standing|committees?|subcommittees?|on|the|of)\b/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The words before the names in a referral: `Under the rules, referred to Education` is not about Rules. */
const BEFORE_NAMES = /^.*?\b(?:(?:re-?)?(?:referred|referral|assigned|committed|commit)|rereferred)\b/i

/** The part of a referral's text that names committees, in the words of their keys. */
export const referralKey = (description: string): string =>
  committeeKey(description.replace(BEFORE_NAMES, ' '))
