import { type Fields, looseText, nullableText } from '../../records/fields.ts'
import { districtOf } from '../fields/chamber.ts'
import { nullableId } from '../fields/values.ts'

export type LegiscanPerson = { readonly name: string; readonly district: string | null }

/**
 * Identifies the people of LegiScan's roll calls: names and districts by LegiScan's ids, learned from lists
 * of people and from the sponsors of bills. They do not become entities, because Open States has the same
 * legislators, and the two share no id. Their names are matched later by chamber and district
 * (ingest/corrections/match-printed-names.ts).
 */
export type People = {
  learn(person: Fields): void
  find(peopleId: string): LegiscanPerson | undefined
}

export function createPeople(): People {
  const known = new Map<string, LegiscanPerson>()
  return {
    learn(person) {
      const name = nullableText(person, 'name')
      const peopleId = nullableId(person, 'people_id')
      if (name === null || peopleId === null) return
      known.set(peopleId, { name, district: districtOf(looseText(person, 'district')) })
    },
    find: (peopleId) => known.get(peopleId),
  }
}
