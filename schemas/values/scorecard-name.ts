/**
 * The name under which a member of a scorecard is matched with a person: the id that others know, too, if one is printed.
 * Two members of one name then stay two.
 */
export function scorecardName(member: { readonly name: string; readonly source_id: string | null }): string {
  return member.source_id ?? member.name
}
