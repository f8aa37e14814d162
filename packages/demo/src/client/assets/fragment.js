// The answer stands behind the #, which browsers send to no server: this page hands it on, and out of the history.
const form = document.querySelector('form');
form.elements.answer.value = location.hash.slice(1);
history.replaceState(null, '', location.pathname);
form.requestSubmit();
