// Tabs and copy buttons of the API reference. Without this script the page shows all samples, one below the other.

const groups = [...document.querySelectorAll('.samples')].map((group, index) => {
  const list = document.createElement('div')
  list.setAttribute('role', 'tablist')
  list.setAttribute('aria-label', 'Language')
  const tabs = [...group.children].map((panel) => {
    const heading = panel.querySelector('h4')
    heading.hidden = true
    const tab = document.createElement('button')
    tab.type = 'button'
    tab.textContent = heading.textContent
    tab.id = `tab-${index}-${panel.dataset.language}`
    panel.id = `panel-${index}-${panel.dataset.language}`
    tab.setAttribute('role', 'tab')
    tab.setAttribute('aria-controls', panel.id)
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', tab.id)
    return { tab, panel, language: panel.dataset.language }
  })
  list.append(...tabs.map(({ tab }) => tab))
  group.prepend(list)
  return tabs
})

/** Shows one language in all groups. */
function show(language) {
  for (const tabs of groups)
    for (const { tab, panel, language: own } of tabs) {
      const isShown = own === language
      tab.setAttribute('aria-selected', String(isShown))
      tab.tabIndex = isShown ? 0 : -1
      panel.hidden = !isShown
    }
}

/** The other groups change their heights: what the person looks at must stay where it is. */
function choose({ tab, language }) {
  const { top } = tab.getBoundingClientRect()
  show(language)
  tab.focus({ preventScroll: true })
  scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: 'instant' })
}

for (const tabs of groups)
  for (const [index, one] of tabs.entries()) {
    one.tab.addEventListener('click', () => choose(one))
    one.tab.addEventListener('keydown', (event) => {
      const last = tabs.length - 1
      const targets = {
        ArrowRight: index === last ? 0 : index + 1,
        ArrowLeft: index === 0 ? last : index - 1,
        Home: 0,
        End: last,
      }
      const target = tabs[targets[event.key]]
      if (target === undefined) return
      event.preventDefault()
      choose(target)
    })
  }
show('curl')

const status = document.createElement('p')
status.setAttribute('role', 'status')
status.className = 'unseen'
document.body.append(status)

// Browsers offer the clipboard only over https and on localhost.
if (navigator.clipboard !== undefined)
  for (const code of document.querySelectorAll('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Copy'
    button.setAttribute('aria-label', `Copy: ${code.dataset.name}`)
    button.addEventListener('click', () => void copy(code, button))
    code.append(button)
  }

async function copy(code, button) {
  const copied = await navigator.clipboard.writeText(code.querySelector('code').textContent).then(
    () => true,
    () => false,
  )
  button.textContent = copied ? 'Copied' : 'Not copied'
  status.textContent = copied ? 'Copied.' : 'The browser does not permit copying.'
  setTimeout(() => {
    button.textContent = 'Copy'
    status.textContent = ''
  }, 3_000)
}
