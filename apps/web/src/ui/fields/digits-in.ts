/** The zero of each script whose digits a keyboard may type: Arabic, Persian, Devanagari, Bengali, and full width. */
const zeros = ['٠', '۰', '०', '০', '０'].map((zero) => zero.codePointAt(0)!)

/** The digits in a text, in any of the scripts, as 0 to 9. */
export const digitsIn = (text: string): string =>
  text.replaceAll(/\P{Nd}/gu, '').replaceAll(/\D/gu, (digit) => {
    const values = zeros.map((zero) => digit.codePointAt(0)! - zero)
    return String(values.find((value) => value >= 0 && value <= 9) ?? '')
  })
