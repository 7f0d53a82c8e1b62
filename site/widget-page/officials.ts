import { escapeHtml } from '../../runtime/http/escape-html.ts'
import { message } from '../fragments/message.ts'

export type Official = {
  readonly name: string
  readonly party: string | null
  readonly chamber: string | null
  readonly district: string | null
  readonly email: string | null
  readonly offices?: readonly { readonly name: string | null; readonly voice: string | null }[]
}

export type FoundOfficials = {
  readonly matched: boolean
  readonly geographies: {
    readonly state: string | null
    readonly upper_district: string | null
    readonly lower_district: string | null
  }
  readonly representatives: readonly Official[]
  readonly reason?: string
  readonly suggestions?: readonly string[]
  readonly divisions?: readonly { readonly division_id: string; readonly type: string }[]
}

const reasons: Readonly<Record<string, string>> = {
  address_incomplete: 'Please add the house number, the street, and the city and state.',
  po_box: 'A post office box does not say where you live. Please enter a street address.',
  not_found: 'This address was not found. Please check the number, the street and the ZIP code.',
  ambiguous: 'Several addresses fit. Please choose one of these spellings:',
  no_coverage: 'Districts are not available for this place yet.',
  split_district: 'This address is too close to the line between two districts.',
}

export function officialsFound(found: FoundOfficials): string {
  if (!found.matched) {
    const list = (found.suggestions ?? []).map((each) => `<li>${escapeHtml(each)}</li>`).join('')
    return (
      message(reasons[found.reason ?? ''] ?? 'This address was not found.') + (list && `<ul>${list}</ul>`)
    )
  }
  const { state, upper_district: upper, lower_district: lower } = found.geographies
  const districts = [upper && `upper district ${upper}`, lower && `lower district ${lower}`].filter(Boolean)
  const people = found.representatives.map((each) => `<li>${officialText(each)}</li>`).join('')
  const seats = people === '' ? message('Every seat of these districts is vacant.') : `<ul>${people}</ul>`
  return `<p role="status">${escapeHtml([state ?? '', ...districts].join(', '))}</p>${seats}`
}

export function officialText({ name, party, chamber, district, email, offices = [] }: Official): string {
  const seat = [party, chamber && `${chamber} chamber`, district && `district ${district}`].filter(Boolean)
  const phones = offices.flatMap(({ voice }) => (voice === null ? [] : [voice]))
  const lines = [
    `<strong>${escapeHtml(name)}</strong>${seat.length === 0 ? '' : ` (${escapeHtml(seat.join(', '))})`}`,
    ...(email === null ? [] : [`<a href="mailto:${escapeHtml(encodeURI(email))}">${escapeHtml(email)}</a>`]),
    ...[...new Set(phones)].map(escapeHtml),
  ]
  return lines.join('<br>')
}
