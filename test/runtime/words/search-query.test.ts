import fc from 'fast-check'
import { expect, it } from 'vitest'
import { searchQuery } from '../../../runtime/words/search-query.ts'
import { SearchVector } from '../../../runtime/words/search-vector.ts'
import { createTestDatabase } from '../../support/stores/database.ts'

const { database } = await createTestDatabase()

async function isFound(q: string, text: string): Promise<boolean> {
  const vector = new SearchVector()
  vector.addLines(text, 'A')
  const { rows } = await database.query<{ found: boolean }>('SELECT $1::tsvector @@ $2::tsquery AS found', [
    vector.toString(),
    searchQuery(q).tsquery,
  ])
  return rows[0]!.found
}

it.each([
  ['tax relief', 'Relief from taxes'],
  ['"tax relief"', 'Relief and tax relief'],
  ['roads or farms', 'An act about a farm'],
  ['beekeeping -fees', 'Beekeeping'],
  ['"bill of rights"', 'A bill of rights for tenants'],
  ['non-compete', 'Noncompete agreements'],
  ['noncompete', 'Non-compete agreements'],
  ['non compete', 'Noncompete agreements'],
  ['"noncompete agreement"', 'Noncompete agreements'],
  ['"non-compete agreements"', 'Noncompete agreements'],
  ['"non-compete agreements"', 'Non-compete agreements'],
  ['pre kindergarten', 'Prekindergarten'],
  ['postsecondary', 'Post secondary education'],
  ['healthcare', 'Health care workers'],
  ['health care', 'Healthcare workers'],
  ['"health care workers"', 'A healthcare worker'],
  ['fire fighters', 'Firefighters'],
  ['homebuyer', 'First time home buyers'],
  ['k12', 'K-12 schools'],
  ['K-12', 'K12 schools'],
  ['end-of-life', 'Care at the end of life'],
  ['A.I.', 'Use of AI in hiring'],
  ['PBM', 'Regulating PBMs'],
  ['staff', 'The staﬀ of the oﬃce'],
  ['oﬃce', 'The office'],
  ['$1,000', 'A credit of 1000 dollars'],
  ['Pub. L. No. 114–74', 'PL 114-74'],
  ['PL114-74', 'as said in Public Law 114-74'],
  ['P.L. 114-74', 'Public Law 114-74'],
  ['"driver\'s license"', 'Drivers’ licenses'],
  ['"unclosed phrase', 'An unclosed phrase'],
  ['educ*', 'Education'],
  ['policies*', 'A policy'],
  ['tax educ*', 'Educators and taxes'],
])('the query %s finds: %s', async (q, text) => {
  expect(await isFound(q, text)).toBe(true)
})

it.each([
  ['house', 'Affordable housing'],
  ['educ', 'Education'],
  ['ed*', 'Education'],
  ['tax -educ*', 'A tax for education'],
  ['"relief tax"', 'Tax relief'],
  ['"bill of rights"', 'A bill. Rights of way'],
  ['beekeeping -fees', 'Fees for beekeeping'],
  ['on-line', 'A power line'],
  ['overtime', 'Costs over time'],
  ['healthcare', 'Care. Health'],
  ['"water rights"', 'Water\nRights'],
  ['PL 114-74', 'PL 74-114'],
  ['police', 'Insurance policies'],
  ['the of and', 'The of and'],
])('the query %s does not find: %s', async (q, text) => {
  expect(await isFound(q, text)).toBe(false)
})

it('any typed text becomes a valid query of Postgres', async () => {
  const anything = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom('a', '-', '"', ' ', 'or', '&', '|', '!', '(', "'", '\\', ':', '*', '<', '5'),
    }),
  )
  await fc.assert(
    fc.asyncProperty(anything, async (q) => {
      await database.query('SELECT $1::tsquery', [searchQuery(q).tsquery])
    }),
    { numRuns: 300 },
  )
})
