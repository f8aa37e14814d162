// For a browser that runs scripts but not login.js: it has no modules, or could not load this one. Such a browser
// ignores <noscript>, so this script shows its contents (the QR code's image) and reloads the page.
// A classic script in the syntax of 2009 for browsers without modules.
window.addEventListener('load', () => {
  // Modules run before this event.
  if (document.documentElement.hasAttribute('data-module-runs')) return;
  Array.prototype.forEach.call(document.querySelectorAll('main noscript'), (closed) => {
    var open = document.createElement('span');
    open.innerHTML = closed.textContent;
    closed.parentNode.replaceChild(open, closed);
  });
  setTimeout(() => {
    location.reload();
  }, 2000);
});
