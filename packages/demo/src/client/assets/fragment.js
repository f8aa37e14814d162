// The response is in the fragment, which browsers send to no server: this page posts it and removes it from the
// history.
const form = document.querySelector('form');
form.elements.answer.value = location.hash.slice(1);
history.replaceState(null, '', location.pathname);
form.requestSubmit();
