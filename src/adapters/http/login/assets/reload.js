// For a browser that runs scripts but not login.js: it knows no modules, or could not load this one. There
// <noscript> stays closed, so this does its work: it shows the QR code's image and reloads the page.
// A classic script in the syntax of 2009, because it serves the browsers that modules leave out.
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
