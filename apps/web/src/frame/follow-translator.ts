/** The element with which a translator replaced a text of React. */
const standIns = new WeakMap<Node, ChildNode>()
const known = new WeakSet<Node>()

/**
 * Lets the browser translate the page. A translator replaces texts by elements that React does not know. React then
 * throws when it removes such a text or inserts something before it, and what it changes is not seen.
 */
export function followTranslator(): void {
  new MutationObserver((records) => records.forEach(remember)).observe(document.body, {
    childList: true,
    subtree: true,
  })
  removeStandIns()
  insertBeforeStandIns()
  showChangedTexts()
}

function remember({ addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord) {
  for (const text of removedNodes) {
    if (!(text instanceof Text)) continue
    const standIn = [...addedNodes, previousSibling, nextSibling].find(isOfTranslator)
    if (standIn === undefined) continue
    standIns.set(text, standIn)
    known.add(standIn)
  }
}

/** The console itself has no such element. One that is known belongs to the text next to this one. */
const isOfTranslator = (node: Node | null): node is HTMLElement =>
  node?.nodeName === 'FONT' && !known.has(node)

function removeStandIns(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its node
  const { removeChild } = Node.prototype
  Node.prototype.removeChild = function remove<Child extends Node>(this: Node, child: Child) {
    if (child.parentNode === this) return removeChild.call(this, child) as Child // `call` returns a Node.
    standIns.get(child)?.remove()
    child.parentNode?.removeChild(child)
    return child
  }
}

function insertBeforeStandIns(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its node
  const { insertBefore } = Node.prototype
  Node.prototype.insertBefore = function insert<Added extends Node>(
    this: Node,
    added: Added,
    next: Node | null,
  ) {
    return insertBefore.call(this, added, next && shownIn(this, next)) as Added // `call` returns a Node.
  }
}

/** The child that is a node, contains it or replaced it; null if none does. */
function shownIn(parent: Node, node: Node): Node | null {
  // A text that is shown in its own language again is back, and its element is gone.
  let shown = node.parentNode === null ? (standIns.get(node) ?? null) : node
  while (shown !== null && shown.parentNode !== parent) shown = shown.parentNode
  return shown
}

function showChangedTexts(): void {
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!
  Object.defineProperty(Text.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Text, value: string | null) {
      nodeValue.set!.call(this, value)
      if (this.parentNode === null) standIns.get(this)?.replaceWith(this)
    },
  })
}
