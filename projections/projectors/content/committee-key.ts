/** `House Committee on Ways & Means` and `Ways and Means` are one name: what sources put around it is dropped. */
export function committeeKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/\b(?:house|senate|assembly|joint|standing|committees?|subcommittees?|on|the|of)\b/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** What a referral says before the names: `Under the rules, referred to Education` is not about Rules. */
const BEFORE_NAMES = /^.*?\b(?:(?:re-?)?(?:referred|referral|assigned|committed|commit)|rereferred)\b/i

/** The part of a referral's text in which committees are named, in the words of their keys. */
export const referralKey = (description: string): string =>
  committeeKey(description.replace(BEFORE_NAMES, ' '))
