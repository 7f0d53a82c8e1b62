/**
 * Finds the printed number of a roll call: `PASSED ROLL CALL # 105 YEAS 33`, `Roll Call: Roll Call # 5`,
 * `RCS# 12`, `RC# 60`, `House Vote #239`; null if there is none. Another number near the words does not
 * count: `Reported Favorably With Substitute S-1 5/13/2025`.
 */
export function rollNumberOf(motionText: string): string | null {
  const match =
    /\b(?:roll ?call|RCS?|vote)(?:\s+(?:no\.?|number))?\s*[:#]\s*(?:roll ?call\s*)?#?\s*(\d+)\b/iu.exec(
      motionText,
    )
  return match?.[1] ?? null
}
