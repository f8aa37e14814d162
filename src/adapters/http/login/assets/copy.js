// Shows the buttons that copy a support code, where the browser can copy.
if (navigator.clipboard) {
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.nextElementSibling.textContent = button.dataset.copied;
    });
  }
}
