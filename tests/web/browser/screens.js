// What is wrong with the screen that is shown; run in the page by screens.py.
() => {
  const faults = [];
  const shown = (one) => one.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}) && !one.closest('.unseen');
  const name = (one) => `${one.tagName.toLowerCase()}#${one.id || ''} "${(one.getAttribute('aria-label') || one.textContent).trim().slice(0, 30)}"`;
  // Not innerWidth: a phone zooms out until all is in sight, and that grows along.
  const {scrollWidth, clientWidth} = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`scrolls sideways: ${scrollWidth}`);

  // The dock lies over what is scrolled under it: everything is measured in its own place.
  const stuck = [...document.querySelectorAll('.stuck')];
  stuck.forEach((one) => one.classList.remove('stuck'));
  const controls = [...document.querySelectorAll('button, .button, summary, select, input:not(.unseen), a')].filter(shown);
  const boxes = controls.map((one) => one.getBoundingClientRect());
  controls.forEach((one, nth) => {
    const box = boxes[nth];
    if (Math.min(box.width, box.height) < 44) faults.push(`small: ${name(one)} ${box.width} x ${box.height}`);
    for (let other = nth + 1; other < controls.length; other += 1) {
      const its = boxes[other];
      const over = Math.min(box.right, its.right) - Math.max(box.left, its.left) > 1 && Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top) > 1;
      if (over && !one.contains(controls[other]) && !controls[other].contains(one)) faults.push(`overlap: ${name(one)} and ${name(controls[other])}`);
    }
  });

  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const rgba = (colour) => {
    const parts = (colour.match(/[\d.]+/g) ?? []).map(Number);
    return parts.length < 3 ? null : [...parts.slice(0, 3), parts[3] ?? 1];
  };
  const ground = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour && colour[3] > 0.9) return colour;
    }
    return rgba(getComputedStyle(document.body).backgroundColor);
  };
  // What is painted under a text of a drawing: the last shape before it that holds its middle.
  const painted = (text) => {
    const svg = text.ownerSVGElement;
    const box = text.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    let found = null;
    for (const shape of svg.querySelectorAll('rect, circle, polygon, path, text')) {
      if (shape === text) break;
      if (shape.tagName === 'text') continue;
      const style = getComputedStyle(shape);
      const colour = rgba(style.fill);
      if (style.fill === 'none' || !colour || style.opacity < 0.9 || style.fillOpacity < 0.9) continue;
      const at = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse());
      if (shape.isPointInFill(at)) found = colour;
    }
    return found ?? ground(svg.parentElement);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const one = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !shown(one) || one.closest('option, select, title, script')) continue;
    const style = getComputedStyle(one);
    const text = one.closest('text');
    const size = parseFloat(style.fontSize) * (text ? text.getScreenCTM().a : 1);
    if (size < 13.9) faults.push(`text of ${size.toFixed(1)} px: ${name(one)}`);
    const [ink, paper] = text ? [rgba(style.fill), painted(text)] : [rgba(style.color), ground(one)];
    const [dark, bright] = [light(ink), light(paper)].sort((a, b) => a - b);
    const contrast = (bright + 0.05) / (dark + 0.05);
    if (contrast < 4.5) faults.push(`contrast ${contrast.toFixed(2)}: ${name(one)} ${ink} on ${paper}`);
  }
  stuck.forEach((one) => one.classList.add('stuck'));
  const unfilled = document.body.innerText.match(/\{\w+\}/g) ?? [];
  faults.push(...unfilled.map((place) => `said with its place holder: ${place}`));

  return [...new Set(faults)];
}
