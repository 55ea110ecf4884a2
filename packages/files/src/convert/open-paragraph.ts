import { carriableText, isPower } from './readable-text.ts'

/** The end of a line between characters of Chinese and Japanese, which may be in the middle of a word. */
const wrapWithinText =
  /\n(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。，！？：；」』）]\n)[ \t]*(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}「『（])/gu

/** On both sides of struck text, which is no longer valid but can still be found. */
const strikeMark = '~~'

/** In scripts with blanks between words. */
const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'
const beginsWord = new RegExp(`^(?![${unspaced}])[\\p{L}\\p{N}]`, 'u')
const endsWord = new RegExp(`(?![${unspaced}])[\\p{L}\\p{N}]$`, 'u')

/** The inline text of a paragraph, heading or cell that has not ended yet. */
export class OpenParagraph {
  /** A vertical tab is the end of a line. */
  #text = ''
  /** Of the open line. To read the end of a text that grows would copy all of it. */
  #lastText = ''
  #isRaised = false
  /** Whether nothing came before or after the words of an image. */
  #isBesideImage = false
  /** The number of open elements that strike their text. */
  #strikes = 0
  #isStruck = false
  /** At the end of struck text, where it may belong after the mark. */
  #blank = ''

  text(value: string): void {
    const text = carriableText(value)
    if (text === '') return
    if (this.#strikes > 0 && text.trim() !== '') this.#addStruck(text)
    else if (this.#lastText === strikeMark && /^[\p{L}\p{N}]/u.test(text)) this.#add(` ${text}`)
    else this.#add(text)
  }

  /** Adds the words of an image, which are not part of the words beside it. */
  image(alternative: string): void {
    this.#isBesideImage = true
    this.text(alternative)
    this.#isBesideImage = true
  }

  raise(): void {
    this.#isRaised = true
  }

  strike(): void {
    this.#strikes += 1
  }

  endStrike(): void {
    this.#strikes = Math.max(this.#strikes - 1, 0)
    if (this.#strikes === 0) this.#endStruck()
  }

  /** Strikes lines as a whole, if they are between `strike` and `endStrike`. */
  struckLines(lines: readonly string[]): readonly string[] {
    const text = lines.join('\n')
    const struck = text.replace(/(?=\S)/, strikeMark).trimEnd() + strikeMark
    return this.#strikes > 0 ? struck.split('\n') : lines
  }

  lineBreak(): void {
    this.#text += '\v'
    this.#lastText = ''
  }

  /** Returns the text so far, and begins the next paragraph. */
  take(): string {
    this.#endStruck()
    const lines = this.#text
      .replace(wrapWithinText, '')
      .replace(/[^\S\v]+/g, ' ')
      .split('\v')
    this.#text = ''
    this.#lastText = ''
    this.#blank = ''
    return lines
      .map((line) => line.trim())
      .join('\n')
      .trim()
  }

  #add(text: string): void {
    const power = this.#isRaised && isPower(this.#lastText, text) ? '^' : ''
    const isGlued = this.#isBesideImage && endsWord.test(this.#lastText) && beginsWord.test(text)
    this.#isRaised = false
    this.#isBesideImage = false
    this.#text += (isGlued ? ' ' : this.#blank) + power + text
    this.#blank = ''
    this.#lastText = text
  }

  #addStruck(text: string): void {
    if (!this.#isStruck) this.#beginStruck(/^\s/.test(text))
    this.#add(this.#isStruck ? text.trimEnd() : text.trim())
    this.#isStruck = true
    this.#blank = text.slice(text.trimEnd().length)
  }

  #beginStruck(isAfterBlank: boolean): void {
    const isApart = isAfterBlank || this.#blank !== '' || this.#lastText === strikeMark
    this.#text += isApart ? ` ${strikeMark}` : strikeMark
    this.#blank = ''
  }

  #endStruck(): void {
    if (!this.#isStruck) return
    this.#text += strikeMark
    this.#lastText = strikeMark
    this.#isStruck = false
  }
}
