import { addedSections } from './added-sections.ts'
import { agencies } from './agencies.ts'
import { amounts } from './amounts.ts'
import { appropriations } from './appropriations.ts'
import { dates } from './dates.ts'
import { definitions } from './definitions.ts'
import { duties } from './duties.ts'
import { effectiveDates } from './effective-dates.ts'
import { movedSections } from './moved-sections.ts'
import { numbers } from './numbers.ts'
import { penalties } from './penalties.ts'
import { percentages } from './percentages.ts'
import { periods } from './periods.ts'
import { references } from './references.ts'
import { removedSections } from './removed-sections.ts'
import { renumberedSections } from './renumbered-sections.ts'
import { repeals } from './repeals.ts'
import { replacedSections } from './replaced-sections.ts'
import { restoredWords } from './restored-words.ts'
import { rewordings } from './rewordings.ts'
import type { Rule } from './rule.ts'
import { struckWords } from './struck-words.ts'
import { sunsets } from './sunsets.ts'

/** One rule a kind. The first one that describes a piece counts, so the narrower one stands first. */
export const allRules: readonly Rule[] = [
  addedSections,
  removedSections,
  replacedSections,
  movedSections,
  renumberedSections,
  struckWords,
  restoredWords,
  effectiveDates,
  sunsets,
  penalties,
  appropriations,
  repeals,
  definitions,
  amounts,
  percentages,
  dates,
  periods,
  duties,
  agencies,
  references,
  numbers,
  rewordings,
]
