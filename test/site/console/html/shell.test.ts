import { expect, it } from 'vitest'
import { textField } from '../../../../site/console/html/form-fields.ts'
import { searchForm } from '../../../../site/console/html/shell.ts'

const formWith = (member: string) => {
  const refusal = { action: '/console', written: {}, title: 'Refused', detail: `${member} is odd.`, member }
  const viewer = { account: 'acme', scopes: [], proof: 'proof', refusal }
  return searchForm(viewer, '/console', textField({ name: 'q', label: 'Words' })).text
}

it('a reason names the field by its label, and any other member as the API does', () => {
  expect(formWith('q')).toContain('“Words” is odd.')
  expect(formWith('filter.q[0]')).toContain('“Words” is odd.')
  for (const member of ['q[', 'q[0', 'x]', '.*', 'Q']) expect(formWith(member)).toContain(`${member} is odd.`)
})
