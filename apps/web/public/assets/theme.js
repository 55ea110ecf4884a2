// Applies the chosen theme before the first paint.
;(function () {
  try {
    const theme = localStorage.getItem('ken.theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  } catch {
    // Without storage the theme follows the system.
  }
})()
