import { chamberName, placeName, words } from './pieces.ts'

/** `ocd-division/country:us/state:wa/sldl:1` → `ocd-division/country:us/state:wa`. */
export const stateOfDivision = (divisionId: string): string =>
  /^ocd-division\/country:us(?:\/(?:state|district|territory):\w+)?/u.exec(divisionId)?.[0] ?? divisionId

/** The words of an open division id, for a person. An id of another kind stays as it is. */
export function divisionName(divisionId: string): string {
  const state = stateOfDivision(divisionId)
  const last =
    divisionId
      .slice(state.length + 1)
      .split('/')
      .at(-1) ?? ''
  const [kind = '', code = ''] = last.split(':')
  if (code === '') return divisionId === state ? placeName(state) : divisionId
  switch (kind) {
    case 'sldu':
      return `${chamberName(state, 'upper')}, district ${code.toUpperCase()}`
    case 'sldl':
      return `${chamberName(state, 'lower')}, district ${code.toUpperCase()}`
    case 'cd':
      return `Congress, district ${code.toUpperCase()}`
    default:
      return `${words(kind)}: ${words(code)}`
  }
}
